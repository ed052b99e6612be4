package redact

import (
	"regexp"
	"strings"
)

// The words by which secrets are announced, in lower case, apart by "|" and
// line breaks. They are those of the languages in which phones are sold most;
// a line holds one language or some that are akin.

// codeAnnouncements say by themselves that a number near them is a one-time
// code or a PIN.
//
//nolint:misspell // Spanish
const codeAnnouncements = `
otp|one-time password|one-time passcode|one-time code|one-time pin|one-time security|one-time verification|one-time login|one-time access
one time password|one time passcode|one time code|one time pin|onetime password|onetime code|passcode|2fa|two-factor|mfa|totp|verification code|security code|confirmation code|login code|log-in code|sign-in code|sign in code|log in code
authentication code|authorization code|authenticator|pairing code|reset code|access code|pickup code|pick-up code|collection code|delivery code|delivery pin|activation code|verify code|verification pin|security pin
código de recogida|código de entrega|código de retirada|codice di ritiro|codice di consegna|code de retrait|afhaalcode|kod odbioru
código de verificación|codigo de verificacion|código de seguridad|código de confirmación|código de acceso|clave de acceso|clave dinámica
código de verificação|código de segurança|código de confirmação|código de acesso
code de vérification|code de verification|code de sécurité|code de confirmation|code d'accès|code de connexion|code de validation|code à usage unique
bestätigungscode|sicherheitscode|verifizierungscode|einmalcode|einmalpasswort|zugangscode|anmeldecode|aktivierungscode|prüfcode|kontrollcode|logincode|authentifizierungscode|zugriffscode|kopplungscode|freischaltcode|smstan|mtan
codice di verifica|codice monouso|codice di sicurezza|codice di conferma|codice otp|codice di accesso
verificatiecode|toegangscode|activatiecode|controlecode|herstelcode|eenmalige code|beveiligingscode|bevestigingscode|inlogcode|engångskod|verifieringskod|säkerhetskod|bekræftelseskode|engangskode|vahvistuskoodi
kod weryfikacyjny|kod autoryzacyjny|kod sms|kod bezpieczeństwa|kod potwierdzający|ověřovací kód|jednorázový kód|autorizační kód|overovací kód
doğrulama kodu|onay kodu|güvenlik kodu|cod de verificare|cod de securitate|ellenőrző kód|biztonsági kód|κωδικός επαλήθευσης|κωδικός επιβεβαίωσης
код подтверждения|код для входа|код безопасности|код доступа|код авторизации|код активации|проверочный код|одноразовый|смс-код|sms-код|код из смс|код из sms|код входа|код привязки|ваш код|пин-код|pin-код|код выдачи|код получения
код підтвердження|код безпеки|код для входу|ваш код|одноразовий|код за потвърждение|код за сигурност
验证码|校验码|动态码|动态密码|动态口令|短信码|确认码|安全码|登录码|授权码|激活码|认证码|配对码|随机码|提取码|取件码|提货码|门禁码|检验码|授權碼|啟用碼|登入碼|驗證碼|認證碼|確認碼|安全碼|校驗碼|動態碼|動態密碼|簡訊碼|登錄碼|激活碼|配對碼|隨機碼|提取碼|取件碼|提貨碼
認証コード|認証番号|確認コード|確認番号|ログインコード|パスコード|承認コード|アクセスコード|暗証コード|有効化コード|検証コード|ワンタイム|セキュリティコード|暗証番号
인증번호|인증 번호|인증코드|인증 코드|확인 코드|확인코드|보안 코드|보안코드|로그인 코드|로그인코드|접속 코드|접속코드|승인 코드|승인코드|검증 코드|확인번호|보안번호|인증키|비밀번호|일회용
رمز التحقق|رمز التأكيد|رمز الأمان|رمز الدخول|كود التحقق|كود التفعيل|رمز التفعيل|رقم التحقق|الرقم السري|رقم سري|رمز سري|رقمك السري|رمزك السري|کد تایید|کد تأیید|کد فعال|رمز یکبار
קוד אימות|קוד האימות|קוד אבטחה|קוד הכניסה|קוד גישה|קוד חד
सत्यापन कोड|ओटीपी|लॉगिन कोड|सुरक्षा कोड
รหัสยืนยัน|รหัสรับพัสดุ|รหัสรับสินค้า|รหัสผ่านครั้งเดียว|รหัสผ่านแบบใช้ครั้งเดียว|รหัส otp|รหัสความปลอดภัย
mã xác nhận|mã xác minh|mã xác thực|mã otp|mã bảo mật|mã kích hoạt|ma xac thuc|ma xac nhan|ma xac minh|ma bao mat|ma kich hoat|ma pin|kode verifikasi|kode rahasia|kode otp|kode keamanan|kod pengesahan`

// codeWords mean "code" in general: the number must stand close to them, and
// no harmless code may be meant.
const codeWords = `
pin|puk|nip|code|codes|código|codigo|codice|kode|kod|kodu|kodun|kodunu|kodunuz|kodunuzu|kodudur|kodem|kody|kodom|kód|kóddal|kodi|codul|koden|koda|пин|пін|код|коды|кода|кодом|коду|κωδικός|mã|tan
رمز|كود|کد|קוד|कोड|पिन|รหัส|コード|코드`

// codePasswords mean "password" where banks and operators call a one-time code
// one.
//
//nolint:misspell // Spanish
const codePasswords = `
contraseña|senha|mot de passe|passwort|kennwort|hasło|hasła|şifre|şifreniz|parola|parolanız|пароль|пароля|密码|密碼|口令|パスワード|비밀번호|كلمة المرور|كلمة مرور|كلمة السر|סיסמה|הסיסמה|पासवर्ड|รหัสผ่าน|mật khẩu|mat khau`

// harmlessKinds make a harmless code of the English word behind them.
const harmlessKinds = `
zip|postal|post|area|country|error|plus|grid|promo|reservation|promotion|promotional|coupon|discount|gift|voucher|referral|invite|invitation|bar|qr|source|dress|product|item|article
model|status|exit|return|response|http|color|colour|sort|swift|bank|branch|tax|hs|hsn|sac|airport|iata|dial|dialling|dialing|booking|tracking|order|customer
reference|store|shop|station|train|flight|course|class|room|subject|department|cost|vin|icd|mcc|naics|sic|unicode|region|state|city|county|district|vs|claude
key|morse|offer|campaign|style|sku|batch|lot|part|fault|trouble|diagnostic|version|build|company|currency|language|job|legal|penal|civil|building|fire`

// harmlessNames are harmless codes in whole.
//
//nolint:misspell // Spanish
const harmlessNames = `
code of|code is poetry|code block|code review|code snippet|code editor
code postal|code de réservation|código de reserva|código da reserva|código de la reserva|codice di prenotazione|kod rezerwacji|rezervasyon kodu|код бронирования
code promo|code barre|code produit|code article|code erreur|code pays|code civil|code du|code source|code couleur
código postal|codigo postal|código de barras|código promocional|código de descuento|código de desconto|código de error|código de erro|código de producto|código do produto|código de área|código de país|código del país|código fuente|código civil|código qr
codice postale|codice sconto|codice a barre|codice prodotto|codice errore|codice fiscale|codice articolo|codice cliente|codice ordine
kod pocztowy|kody pocztowe|kod błędu|kod produktu|kod rabatowy|kod kreskowy|kód produktu|posta kodu|kupon kodu|promosyon kodu|kod kierunkowy|indirim kodu|ürün kodu|hata kodu|ülke kodu|alan kodu
kode pos|kode promo|kode produk|kode referral|mã vạch|mã giảm giá|mã sản phẩm|mã đơn hàng|mã bưu|mã qr|mã lỗi|mã vùng|mã khuyến|mã số
код товара|код города|код страны|код ошибки|код региона|код продукта|код заказа|код скидки|код купона|код окпо|код оквэд|код модели|код валюты|код игры|код помилки|код товару|код міста|код країни
الرمز البريدي|رمز بريدي|رمز المنتج|رمز الخصم|رمز الخطأ|رمز الدولة|رمز المنطقة|كود الخصم|كود المنتج|رمز الطلب|رمز العرض|کد پستی|کد تخفیف|کد محصول|کد خطا
מיקוד|קוד מיקוד|קוד מוצר|קוד קופון|קוד הנחה|קוד שגיאה|קוד מדינה|קוד אזור
पिन कोड|पिनकोड|डाक कोड|प्रोमो कोड|उत्पाद कोड|त्रुटि कोड|एरर कोड|क्यूआर कोड|कूपन कोड
รหัสไปรษณีย์|รหัสสินค้า|รหัสส่วนลด|รหัสประเทศ|รหัสข้อผิดพลาด|รหัสคำสั่งซื้อ
エラーコード|商品コード|バーコード|クーポンコード|国コード|郵便コード
에러 코드|오류 코드|상품 코드|쿠폰 코드|국가 코드|할인 코드|바코드|우편 코드|프로모션 코드`

// harmlessCompounds are the first parts of Germanic words for a harmless code.
const harmlessCompounds = `de|en|trans|op|gutschein|rabatt|aktions|vorteils|promo|fehler|produkt|artikel|strich|länder|farb|geo|uni|quell|währungs|sprach|flughafen|buchungs|bestell|empfehlungs|einladungs|kortings|product|fout|land|streepjes|actie|cadeau|kassa|rabat|vare|bil|med`

// unitWords make an amount of the number before them.
const unitWords = `
р|zl|usd|eur|gbp|inr|rub|jpy|cny|krw|try|pln|czk|uah|руб|грн|kr|zł|kč|tl|ft|lei|baht|บาท|रुपये|रुपए|ريال|درهم|جنيه|دينار|ش"ח|đồng|đ|vnd|rs|円|元|원|年|月|日|년|월|일
km|m|kg|g|mb|gb|kb|ms|kbps|mbps|mah|hz|px|mi|kcal|cal|min|mins|minute|minutes|hour|hours|day|days|second|seconds|sec|secs|минут|мин|дней|часов|分钟|分|秒|天|분|초
review|reviews|rating|ratings|item|items|user|users|people|point|points|time|times|like|likes|view|views|followers|steps|次|人|条|個|个|개|명|回`

// amountWords make an amount, a version or a name of the number behind them.
const amountWords = `fee|price|cost|total|amount|balance|paid|gebühr|preis|betrag|frais|prix|montant|precio|importe|preço|valor|taxa|prezzo|importo|ücret|tutar|cena|opłata|kwota|цена|сумма|сумму|комиссия|usd|eur|gbp|inr|rub|rs|jpy|cny|rmb|tl|kr|no|nr|№|v|ver|version|build|room|flight|since|copyright|©`

// tailWords say that only the end of a longer number follows.
const tailWords = `
ending|ending in|ending with|ends in|ends with|last 4|last four|last 4 digits|last four digits|last 4 digits:|endet auf|endend auf
terminée par|terminé par|que termina en|termina en|terminado en|con final|заканчивается на|оканчивается на|на номер|尾号|末尾|끝자리|المنتهي ب|المنتهية ب`

// cardCodeWords are what the security code of a payment card is called.
const cardCodeWords = `cvv|cvv2|cvc|cvc2|card verification code|card security code|prüfziffer|kartenprüfnummer|cryptogramme|código cvv|codice cvv|cvv-код|код cvv`

// securityWords call it so too where it has three digits.
const securityWords = `security code|código de segurança|código de seguridad|code de sécurité|codice di sicurezza|sicherheitscode|код безопасности|güvenlik kodu`

// phraseWords announce the words that stand for the key of a wallet.
const phraseWords = `recovery phrase|seed phrase|secret phrase|mnemonic|seed words|recovery words|frase semilla|frase de recuperación|frase de recuperação|phrase de récupération|wiederherstellungsphrase|frase di recupero|kurtarma ifadesi|fraza odzyskiwania|фраза восстановления|секретная фраза|сид-фраза|助记词|助記詞|リカバリーフレーズ|シードフレーズ|복구 구문|시드 문구|عبارة الاسترداد|cụm từ khôi phục`

// socialWords are what the number of a person is called that in the United
// States is secret.
const socialWords = `ssn|social security|social security number|social security no`

// passwordWords mean "password".
const passwordWords = `
password|pass word|passwd|passphrase|mdp|passcode|pwd|passwort|kennwort|mot de passe|contraseña|contrasena|senha|palavra-passe|wachtwoord
wi-fi key|wifi key|wlan key|network key|wpa key|wpa2 key|wlan-schlüssel|netzwerkschlüssel|clé wi-fi|clé wifi|sandi wi-fi|sandi wifi|clé wpa|clé réseau|clé de sécurité wi-fi|chiave wpa|chiave di rete|clave wpa|clave de red|chave de rede|ağ anahtarı|klucz sieciowy|ключ сети|网络密钥|clave wi-fi|clave wifi|clave del wi-fi|clave del wifi|chave do wi-fi|chave wifi|chave wi-fi|ключ wi-fi
hasło|lösenord|adgangskode|passord|salasana|jelszó|heslo|parolă|parola|şifre|sifre|mật khẩu|kata sandi|kata laluan
пароль|парола|лозинка|κωδικός πρόσβασης|密码|密碼|口令|パスワード|비밀번호|비번|암호
كلمة المرور|كلمة السر|كلمة سر|كلمة مرور|رمز عبور|گذرواژه|باسورد|พาสเวิร์ด|סיסמה|סיסמא|סיסמת|पासवर्ड|รหัสผ่าน|รหัส wifi|รหัส wi-fi|รหัสไวไฟ`

// labelWords are short for "password" where they label what follows, and have
// other meanings elsewhere. A mark at the end of one is not a part of it.
const labelWords = `pass|psk=|psk:|pw:|pw :|pw=|pw =|pw |clave:|clave :|nip:`

// keyAttributes say which password it is, behind the word in many languages.
const keyAttributes = `wi[-‑]?fi|wlan|(?:ال)?واي[ -]?فاي|ไวไฟ|와이파이|无线|無線|hotspot|admin|root|temporal|temporaire|temporária|temporanea|provisoire|provisória|provvisoria|inicial|initial|iniziale|nueva|nova|nouveau|nuova|actual|atual|actuel`

// joiningVerbs stand between a word and the number or value that it names.
const joiningVerbs = `is|it's|it’s|its|ist|lautet|est|es|é|è|e|to|este|jest|er|är|on|это|是|为|為|は|는|은|هو|هي|הוא|היא|है|हैं|คือ|là|la|adalah`

// recoveryWords name the codes that let in one who has lost all else.
//
//nolint:misspell // Spanish
const recoveryWords = `
recovery key|recovery code|backup code|backup key|recovery codes|backup codes|wiederherstellungscode|wiederherstellungsschlüssel|sicherungscode|notfallcode|code de récupération|code de secours|codes de secours|codes de récupération|códigos de respaldo|códigos de recuperación|códigos de recuperação|códigos de backup|codici di backup|codici di recupero|clave de recuperación|chave de recuperação|chiave di recupero|herstelsleutel|herstelcodes|clé de récupération|código de recuperación|código de respaldo|código de recuperação|codice di recupero|codice di backup|herstelcode|back-upcode|kod odzyskiwania|kod zapasowy|kody zapasowe|kody odzyskiwania|klucz odzyskiwania|yedek kodlar|kurtarma anahtarı|kurtarma kodu|yedek kod|код восстановления|резервный код|резервные коды|коды восстановления|ключ восстановления|ключ відновлення|код відновлення|резервний код
恢复代码|恢复码|恢复密钥|备用代码|备用码|復原碼|備用碼|バックアップコード|リカバリーコード|復元コード|回復キー|復元キー|복구 코드|백업 코드|복구 키|رمز الاسترداد|رمز الاسترجاع|رمز احتياطي|קוד שחזור|קוד גיבוי|रिकवरी कोड|बैकअप कोड|รหัสกู้คืน|รหัสสำรอง|mã khôi phục|mã dự phòng|kode pemulihan|kode cadangan`

// secretWords are what other credentials are called. A space also stands for
// an underscore, a hyphen or nothing.
const secretWords = `
secret|client secret|api key|access key|secret key|private key|encryption key|auth key|license key|licence key|product key|account key
recovery phrase|session id|access token|auth token|refresh token|id token|api token|bot token|session token|csrf token|token|credential|credentials
consumer key|client key|app key|signing key|master key|shared key|pre-shared key|暗号化キー|セキュリティキー|ネットワークキー|네트워크 키|보안 키|ключ безопасности сети
密钥|秘钥|令牌|ключ api|api-ключ|токен|مفتاح الترخيص|مفتاح api|clé api|clave api|chave api|api-schlüssel|apiキー|api 키`

// secretNames are names of JSON keys besides, whose values are secret whatever
// they look like.
const secretNames = `pin|otp|cvv|cvc|authorization|set-cookie|cookie`

// alternatives is a list as the alternatives of a regular expression.
func alternatives(words string) string {
	quoted := list(words)
	for i, w := range quoted {
		quoted[i] = regexp.QuoteMeta(w)
	}
	return strings.Join(quoted, "|")
}

// list splits one of the lists above.
func list(words string) []string {
	return strings.FieldsFunc(words, func(r rune) bool { return r == '|' || r == '\n' })
}

// harmlessCodes are the names of codes that are no secret.
func harmlessCodes() []string {
	names := list(harmlessNames)
	for _, kind := range list(harmlessKinds) {
		names = append(names, kind+" code", kind+"code")
	}
	for _, part := range list(harmlessCompounds) {
		names = append(names, part+"code", part+"kode")
	}
	return names
}
