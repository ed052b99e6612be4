package redact

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// codeReach is the distance, in characters, from a word that announces a
// one-time code within which the code stands.
const codeReach = 60

// codeRules find one-time codes: 4 to 8 digits near words that say so.
type codeRules struct {
	strong  *lexicon       // words that say it by themselves
	weak    *lexicon       // "code" in several languages, which needs to stand close
	notCode *regexp.Regexp // kinds of code that are not secret
	unit    *regexp.Regexp // what makes a number an amount, behind it
	money   *regexp.Regexp // the same, before it
	tail    *regexp.Regexp // what announces the end of a longer number, before it
}

// newCodeRules compiles the rules. The words are written in lower case; they
// are those with which banks, shops and messengers announce their codes.
func newCodeRules() codeRules {
	return codeRules{
		strong: newLexicon(map[string][]string{Code: strings.Split("otp|one-time|one time|onetime|ワンタイム|passcode|2fa|two-factor|mfa|totp|"+
			"verification code|security code|confirmation code|login code|log-in code|sign-in code|authentication code|authorization code|access code|activation code|verify code|verification pin|security pin|"+
			"código de verificación|codigo de verificacion|código de seguridad|código de confirmación|código de acceso|clave de|clave dinámica|contraseña|código de verificação|código de segurança|código de confirmação|código de acesso|senha|"+
			"code de vérification|code de verification|code de sécurité|code de confirmation|code d'accès|code de connexion|code de validation|code à usage unique|mot de passe|"+
			"bestätigungscode|sicherheitscode|verifizierungscode|einmalcode|einmalpasswort|zugangscode|anmeldecode|freischaltcode|tan:|smstan|mtan|passwort|"+
			"codice di verifica|codice di sicurezza|codice di conferma|codice otp|codice di accesso|"+
			"verificatiecode|beveiligingscode|bevestigingscode|inlogcode|engångskod|verifieringskod|säkerhetskod|bekræftelseskode|engangskode|vahvistuskoodi|"+
			"kod weryfikacyjny|kod autoryzacyjny|kod sms|kod bezpieczeństwa|kod potwierdzający|hasło|ověřovací kód|jednorázový kód|autorizační kód|overovací kód|"+
			"doğrulama kodu|onay kodu|güvenlik kodu|şifre|cod de verificare|cod de securitate|ellenőrző kód|biztonsági kód|κωδικός επαλήθευσης|κωδικός επιβεβαίωσης|"+
			"код подтверждения|код для входа|код безопасности|код доступа|код авторизации|код активации|проверочный код|одноразовый|смс-код|sms-код|код из смс|код из sms|код входа|код привязки|ваш код|пароль|пин-код|"+
			"код підтвердження|код безпеки|код для входу|ваш код|одноразовий|код за потвърждение|код за сигурност|"+
			"验证码|校验码|动态码|动态密码|口令|短信码|确认码|安全码|登录码|驗證碼|認證碼|確認碼|安全碼|認証コード|確認コード|検証コード|ワンタイム|セキュリティコード|暗証番号|"+
			"인증번호|인증 번호|인증코드|인증 코드|확인 코드|확인코드|보안 코드|보안코드|비밀번호|일회용|"+
			"رمز التحقق|رمز التأكيد|رمز الأمان|رمز الدخول|كود التحقق|كود التفعيل|رمز التفعيل|كلمة المرور|رقم التحقق|کد تایید|کد تأیید|کد فعال|رمز یکبار|"+
			"קוד אימות|קוד האימות|קוד אבטחה|קוד הכניסה|קוד גישה|קוד חד|סיסמה|सत्यापन कोड|ओटीपी|सुरक्षा कोड|पासवर्ड|"+
			"รหัสยืนยัน|รหัส otp|รหัสผ่าน|รหัสความปลอดภัย|mã xác nhận|mã xác minh|mã xác thực|mã otp|mã bảo mật|kode verifikasi|kode otp|kode keamanan|kod pengesahan", "|")}),
		weak: newLexicon(map[string][]string{Code: strings.Split("pin|code|codes|código|codigo|codice|kode|kod|kodu|kód|kodi|cod|код|коды|κωδικός|mã|tan|رمز|كود|کد|קוד|कोड|รหัส|コード|코드", "|")}),
		notCode: regexp.MustCompile(`(?:zip|postal|post|area|country|error|promo|promotion|promotional|coupon|discount|gift|voucher|referral|invite|invitation|bar|qr|source|dress|product|item|article|model|status|exit|return|response|http|` +
			`colou?r|sort|swift|bank|branch|tax|hs|hsn|sac|airport|iata|dial|dialling|dialing|booking|tracking|order|customer|reference|store|shop|station|train|flight|course|class|room|subject|department|cost|vin|icd|mcc|naics|sic|unicode|region|state|city|county|district|station|vs|claude|key|morse|offer|campaign|style|sku|batch|lot|part|fault|trouble|diagnostic|version|build|company|currency|language|job|legal|penal|civil|building|fire) ?codes?$|` +
			`(?:kody? pocztowy|kod błędu|kod produktu|kod rabatowy|kod kreskowy|kod towaru|posta kodu|indirim kodu|ürün kodu|hata kodu|ülke kodu|alan kodu|kód produktu|kode pos|kode promo|kode produk|kode referral|kod pos|mã vạch|mã giảm giá|mã sản phẩm|mã đơn hàng|mã bưu|mã qr|mã lỗi|mã vùng|mã khuyến|mã số)|` +
			`(?:code postal|code promo|code barre|code produit|code article|code erreur|code pays|code civil|code du|code source|code couleur|code of|code is poetry|code block|code review|code snippet|code editor|code \d+ error)|` +
			`(?:c[oó]digo postal|c[oó]digo de barras?|c[oó]digo promocional|c[oó]digo de descuento|c[oó]digo de desconto|c[oó]digo de error|c[oó]digo de erro|c[oó]digo de producto|c[oó]digo do produto|c[oó]digo de área|c[oó]digo de país|c[oó]digo del país|c[oó]digo fuente|c[oó]digo civil|c[oó]digo qr)|` +
			`(?:codice postale|codice sconto|codice a barre|codice prodotto|codice errore|codice fiscale|codice articolo|codice cliente|codice ordine)|` +
			`(?:код товара|код города|код страны|код ошибки|код региона|код продукта|код заказа|код скидки|код купона|код окпо|код оквэд|код модели|код валюты|код игры|код помилки|код товару|код міста|код країни)|` +
			`(?:الرمز البريدي|رمز بريدي|رمز المنتج|رمز الخصم|رمز الخطأ|رمز الدولة|رمز المنطقة|كود الخصم|كود المنتج|رمز الطلب|رمز العرض|کد پستی|کد تخفیف|کد محصول|کد خطا)|` +
			`(?:קוד מיקוד|קוד מוצר|קוד קופון|קוד הנחה|קוד שגיאה|קוד מדינה|קוד אזור|पिन कोड|डाक कोड|प्रोमो कोड|उत्पाद कोड|त्रुटि कोड|क्यूआर कोड|कूपन कोड|รหัสไปรษณีย์|รหัสสินค้า|รหัสส่วนลด|รหัสประเทศ|รหัสข้อผิดพลาด|รหัสคำสั่งซื้อ|エラーコード|商品コード|バーコード|クーポンコード|国コード|郵便コード|에러 코드|오류 코드|상품 코드|쿠폰 코드|국가 코드|할인 코드|바코드|우편 코드|프로모션 코드)`),
		unit:  regexp.MustCompile(`^[  ]?(?:\p{Sc}|%|‰|°|(?i:(?:usd|eur|gbp|inr|rub|jpy|cny|krw|try|pln|czk|uah|руб|грн|kr|zł|kč|tl|ft|lei|baht|đ|vnd|rs|円|元|원|km|m|kg|g|mb|gb|kb|ms|kbps|mbps|mah|hz|px|mi|min|mins|minutes?|hours?|days?|seconds?|secs?|reviews?|ratings?|items?|users?|people|points?|times|likes?|views?|followers|steps|kcal|cal|минут|мин|дней|часов|分钟|分|秒|天|次|人|条|個|개|분|초|명|回)(?:[^\pL]|$)))`),
		money: regexp.MustCompile(`(?:\p{Sc}|(?i:(?:^|[^\pL])(?:usd|eur|gbp|inr|rub|rs\.?|jpy|cny|rmb|tl|kr\.?|no\.?|nr\.?|№|v|ver\.?|version|build|room|flight|since|copyright|©)))[  ]?$`),
		tail:  regexp.MustCompile(`(?i:(?:[*•●·∙xX…]|\.\.\.?|ending(?: in| with)?|ends in|ends with|last (?:4|four)(?: digits)?:?|endet auf|endend auf|terminée? par|que termina en|termina en|terminado en|con final|заканчивается на|оканчивается на|на номер|尾号|末尾|끝자리|المنتهي ب|المنتهية ب)[  ]*)$`),
	}
}

// append appends the one-time codes in s to found. lower is s in lower case,
// byte for byte.
func (c *codeRules) append(found []span, s, lower string) []span {
	candidates := codeCandidates(s)
	if len(candidates) == 0 {
		return found
	}
	strong, weak := c.announcements(lower)
	if len(strong)+len(weak) == 0 && !strings.Contains(s, "G-") {
		return found
	}
	for _, g := range candidates {
		if c.amount(s, g) {
			continue
		}
		if strings.HasSuffix(s[:g.start], "G-") && len(g.digits) == 6 || c.announced(s, g, strong, codeReach, false) || c.announced(s, g, weak, codeReach/3, true) {
			found = append(found, span{start: g.start, end: g.end, kind: Code})
		}
	}
	return found
}

// announced reports whether one of the words stands within reach of g. A
// number that could be a year needs its word right before it.
func (c *codeRules) announced(s string, g digitGroups, words [][2]int, reach int, close bool) bool {
	for _, w := range words {
		var between string
		after := w[1] <= g.start
		switch {
		case after:
			between = s[w[1]:g.start]
		case g.end <= w[0]:
			between = s[g.end:w[0]]
		default:
			continue
		}
		distance := utf8.RuneCountInString(between)
		if distance > reach || strings.Count(between, "\n") > 2 || close && strings.ContainsAny(between, ".!?。") {
			continue
		}
		if yearLike(g.digits) && len(g.groups) == 1 && (!after || distance > 12) {
			continue
		}
		return true
	}
	return false
}

// announcements returns where words for a one-time code stand.
func (c *codeRules) announcements(lower string) (strong, weak [][2]int) {
	for w := range c.strong.in(lower) {
		if wordEdge(lower, w.start) && (w.end-w.start > 5 || wordEdge(lower, w.end)) {
			strong = append(strong, [2]int{w.start, w.end})
		}
	}
	for w := range c.weak.in(lower) {
		if !wordEdge(lower, w.start) || !wordEdge(lower, w.end) {
			continue
		}
		from := max(0, w.start-40)
		if c.notCode.MatchString(lower[from:w.end]) || c.notCode.MatchString(lower[from:min(len(lower), w.end+24)]) {
			continue
		}
		weak = append(weak, [2]int{w.start, w.end})
	}
	return strong, weak
}

// wordEdge reports whether a word could begin or end at offset i: the runes on
// both sides of it are not of one word.
func wordEdge(s string, i int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	after, _ := utf8.DecodeRuneInString(s[i:])
	return !wordRune(before) || !wordRune(after)
}

// codeCandidates are the numbers in s that could be a one-time code.
func codeCandidates(s string) []digitGroups {
	var list []digitGroups
	for from := 0; ; {
		g, ok := nextGroups(s, from)
		if !ok {
			return list
		}
		from = g.end
		if len(g.groups) > 1 && !codeGroups(g) {
			list = appendEach(list, s, g)
			continue
		}
		if standsAlone(s, g) {
			list = append(list, g)
		}
	}
}

// appendEach appends the groups of a number that are codes by themselves: two
// numbers that happen to stand side by side. Three and more are a phone number
// or a date.
func appendEach(list []digitGroups, s string, g digitGroups) []digitGroups {
	if len(g.groups) > 2 && !strings.Contains(s[g.start:g.end], "\n") || strings.Contains(s[g.start:g.end], "-") {
		return list
	}
	for i := g.start; i < g.end; {
		if !digit(s[i]) {
			i++
			continue
		}
		end := i
		for end < g.end && digit(s[end]) {
			end++
		}
		one := digitGroups{start: i, end: end, digits: s[i:end], groups: []int{end - i}}
		if standsAlone(s, one) {
			list = append(list, one)
		}
		i = end
	}
	return list
}

// codeGroups reports whether a grouped number is set like a code: in equal
// groups of 3 or 4, or digit by digit.
func codeGroups(g digitGroups) bool {
	if g.separator == 0 || len(g.digits) > 8 || len(g.digits) < 4 {
		return false
	}
	first := g.groups[0]
	if slices.ContainsFunc(g.groups, func(n int) bool { return n != first }) {
		return false
	}
	return first == 1 || first == 3 || first == 4 || first == 2 && g.separator != '-'
}

// standsAlone reports whether g has the length of a code and is no part of a
// date, a time, an address, a phone number or a decimal.
func standsAlone(s string, g digitGroups) bool {
	if len(g.digits) < 4 || len(g.digits) > 8 || !wholeWord(s, g.start, g.end) {
		return false
	}
	before, after := s[:g.start], s[g.end:]
	b, size := utf8.DecodeLastRuneInString(before)
	switch b {
	case '+', '#', '/', '\\', '&', '@', '$', '(':
		if b != '(' || !strings.HasPrefix(after, ")") {
			return false
		}
	case '.', ',', ':', '-':
		if prev, _ := utf8.DecodeLastRuneInString(before[:len(before)-size]); unicode.IsDigit(prev) {
			return false
		}
	}
	return len(after) < 2 || strings.IndexByte(".,:/-", after[0]) < 0 || !digit(after[1])
}

// amount reports whether what stands around g makes it an amount, a version or
// the end of a longer number.
func (c *codeRules) amount(s string, g digitGroups) bool {
	before, after := s[:g.start], s[g.end:]
	near := before[max(0, len(before)-40):]
	return c.unit.MatchString(after[:min(len(after), 24)]) || c.money.MatchString(near) || c.tail.MatchString(near)
}

func yearLike(d string) bool {
	return len(d) == 4 && (strings.HasPrefix(d, "19") || strings.HasPrefix(d, "20"))
}

// foldSameLength lowers the case of s without moving any offset. ok is false
// where that cannot be done.
func foldSameLength(s string) (lower string, ok bool) {
	lower = strings.ToLower(s)
	if len(lower) == len(s) {
		return lower, true
	}
	lower = strings.Map(func(r rune) rune {
		if l := unicode.ToLower(r); utf8.RuneLen(l) == utf8.RuneLen(r) {
			return l
		}
		return r
	}, s)
	return lower, len(lower) == len(s)
}
