package redact

// The kinds of secrets that the built-in patterns find, as they are listed at
// a node and counted in a report.
const (
	Email      = "email"
	Card       = "card"          // payment card number
	IBAN       = "iban"          // bank account number, ISO 13616
	Code       = "one_time_code" // one-time code or PIN
	JWT        = "jwt"           // RFC 7519
	PrivateKey = "private_key"   // PEM block, RFC 7468
	Bearer     = "bearer_token"  // HTTP Authorization, RFC 6750 and RFC 7617
	AWSKey     = "aws_key"
	GitHub     = "github_token"
	APIKey     = "api_key" // OpenAI, Anthropic and others of that shape
	Slack      = "slack_token"
	Google     = "google_key"
	Stripe     = "stripe_key"
	Token      = "token"    // other credentials of known shape
	Password   = "password" // password fields, and values beside a word for password
	Secret     = "secret"   // key=value of other credentials
)
