package apps

import (
	"adroit/device/sim/android"
	"adroit/device/sim/view"
)

// BankPackage is the package of the bank.
const BankPackage = "com.northbank.mobile"

// The bank's secrets: what must never leave the phone readable. All are made
// up; card and IBAN are the examples that payment documentation prints.
const (
	BankCode  = "482913" // the one-time code that the bank texted
	BankCard  = "4111 1111 1111 1111"
	BankIBAN  = "DE89 3704 0044 0532 0130 00"
	BankToken = "ghp_" + "simulatedSIMULATEDsimulated0123456789"
)

// Bank is a bank-like app: a password, a one-time code, then accounts in a
// protected window.
type Bank struct {
	sys  *android.System
	app  *android.App
	User string // who is signed in, empty for nobody
}

// NewBank returns the bank with nobody signed in.
func NewBank(sys *android.System) *Bank {
	b := &Bank{sys: sys}
	b.app = launchable(BankPackage, BankPackage+".LoginActivity", "Northbank", 10202, b.login)
	return b
}

// App returns the installed app.
func (b *Bank) App() *android.App { return b.app }

func (b *Bank) open(class string, w *android.Window) { push(b.sys, b.app, BankPackage+class, w) }

// login is a form whose button stands at the bottom: the keyboard covers it.
func (b *Bank) login(android.Intent) *android.Window {
	user, password := &view.Field{}, &view.Field{}
	return &android.Window{Build: func() *view.View {
		secret := field(BankPackage+":id/password", "Password", password)
		secret.Password = true
		signIn := button(BankPackage+":id/sign_in", "Sign in", func() {
			password.SetText("")
			b.open(".CodeActivity", b.code(user.Text()))
		})
		signIn.Disabled = user.Text() == "" || password.Text() == ""
		return screen(BankPackage, "Northbank", nil,
			field(BankPackage+":id/username", "Customer number", user), secret,
			&view.View{Class: "android.view.View", Width: view.Fill, Height: view.Fill},
			signIn,
			&view.View{Class: "android.view.View", Width: view.Fill, Height: 100})
	}}
}

func (b *Bank) code(user string) *android.Window {
	code, wrong := &view.Field{}, false
	return &android.Window{Resizes: true, Build: func() *view.View {
		verify := button(BankPackage+":id/verify", "Verify", func() {
			if wrong = code.Text() != BankCode; wrong {
				return
			}
			b.User = user
			b.sys.Pop()
			b.open(".AccountsActivity", b.accounts())
		})
		hint := "Enter the 6-digit code we sent to your phone."
		if wrong {
			hint = "That code is not right. " + hint
		}
		return screen(BankPackage, "Verification", b.sys.Back,
			text(BankPackage+":id/hint", hint), field(BankPackage+":id/otp", "Verification code", code), verify)
	}}
}

func (b *Bank) accounts() *android.Window {
	return &android.Window{Secure: true, Build: func() *view.View {
		return screen(BankPackage, "Accounts", b.sys.Back,
			row("Current account", "€1,204.50", nil),
			row("IBAN", BankIBAN, nil),
			row("Debit card", BankCard, nil),
			row("Signed in as", b.User+" (robin.vale@example.com)", nil),
			row("Access token", BankToken, nil),
			button(BankPackage+":id/transfer", "Transfer money", func() {
				confirm(b.sys, "Transfer", "Send €100.00 to Savings?", "Send", func() {})
			}),
			button(BankPackage+":id/sign_out", "Sign out", func() {
				b.User = ""
				b.sys.Pop()
			}))
	}}
}
