package redact

// The words around one-time codes and reference numbers, as in words.go.

// keepSecretWords ask not to pass something on.
const keepSecretWords = `
share it|share this|not share|never share|never give|never tell|not tell|don't tell|don’t tell|don't share|don’t share|not disclose|not give|not forward|keep it secret|nobody will ask|never ask|did not request|didn't request|didn’t request|not you|wasn't you|wasn’t you|if you did not
nicht weiter|niemals weiter|niemandem|nicht an dritte|nicht teilen|waren sie das nicht|ne partagez|ne le partagez|ne communiquez|ne le communiquez|ne transmettez|ne la partagez|si ce n'est pas vous
no compartas|no lo compartas|nunca compartas|no comparta|no lo comparta|no la compartas|no revele|não compartilhe|nunca compartilhe|não partilhe|não informe|não divulgue|non condivider|non comunicar|non rivelar
paylaşma|kimseyle|kimseye|nie udostępniaj|nikomu|nie podawaj|nie przekazuj|niemand|deel deze|deel dit|никому|не сообщайте|не говорите|не передавайте|не показывайте
请勿|切勿|勿泄|勿转|勿向|請勿|勿透露|非本人|他人に|教えないで|共有しない|知らせないで|노출|공유하지|알려주지|타인|لا تشارك|لا تخبر|لا تعط|עם אף אחד|אל תשתפ|אל תמסר|jangan dibagikan|jangan bagikan|jangan berikan|jangan beri|rahasiakan|нікому|не повідомляйте|साझा न|शेयर न|किसी को न|ห้าม|อย่าเปิดเผย|อย่าบอก|không chia sẻ|khong chia se|không cung cấp|khong cung cap|tuyệt đối`

// runsOutWords say how long something counts.
const runsOutWords = `
expires|expire in|valid for|valid until|valid 1|valid 2|valid 3|valid 5|gültig|läuft ab|verfällt|valable|valide|expire dans|válido|válida|valido|valida|caduca|expira|vence en|scade|vale por
geçerli|ważny|ważne|ważna|geldig|verloopt|действует|действителен|действительн|истекает|дійсний|有效|过期|過期|有効|유효|صالح|صالحة|تنتهي|ينتهي|תקף|בתוקף|मान्य|वैध|ใช้ได้|หมดอายุ|hiệu lực|hieu luc|hết hạn|het han`

// letsInWords say that something is for logging in or for confirming.
const letsInWords = `
sign in|sign-in|log in|log-in|login|logging in|signing in|verify|verification|authenticat|authoriz|authoris|confirm your|confirm the|approve|reset your|to register|anmeld|anzumeld|einzulogg|in te loggen|aan te melden|to sign|unterzeichn|unterschreib|signer|firmar|assinar|firmare|podpis|подписа|подписан|complete your|complete the|einlogg|verifizier|bestätigen|freigeben|freigabe
connecter|connexion|valider|confirmer|vérifier|iniciar sesión|inicia sesión|acceder|ingresar|verificar|confirmar|autorizar|entrar|iniciar sessão|fazer login|accedere|accesso|verificare|confermare|autorizzare
giriş|doğrula|onayla|zalog|logowan|potwierdz|autoryz|inloggen|bevestig|войти|входа|вход в|подтвержд|авториз|регистрац|登录|登入|登錄|验证|驗證|支付|注册|付款|ログイン|認証|確認|로그인|인증|결제|본인확인|تسجيل الدخول|لتأكيد|للتحقق|כניסה|להתחבר|לאימות|लॉगिन|सत्याप|เข้าสู่ระบบ|ยืนยัน|đăng nhập|dang nhap|xác nhận|xác thực|xac nhan|xac thuc`

// purposePrepositions and purposeRoots say what a code is for, behind the word
// for it in Romance and Slavic languages.
//
//nolint:misspell // Spanish
const (
	purposePrepositions = `de|di|del|della|do|da|du|des|of|for|para|pour|per|dla|для|la|el|tu|su|seu|sua|votre|tuo|sms`
	purposeRoots        = `مؤقت|المؤقت|הזמני|זמני|שלך|الخاص|tạm|odbi|выдач|получ|retir|entreg|verif|vérif|segur|sécur|secur|sicur|confirm|conferm|accès|acces|access|acesso|activ|ativa|attiv|autor|authent|autent|valid|identif|inicio|início|login|sign|sms|otp|regist|registr|enreg|recup|récup|connex|conex|usage|secret|segret|temporal|temporai|weryf|autoryz|potwierdz|logow|bezpiecz|jednoraz|подтв|вход|доступ|авториз|безопас|регистр`
	equalsWords         = `is|ist|lautet|est|es|é|è|e|to|jest|er|är|on|это|ваш|είναι|هو|هي|הוא|है|आपका|आपकी|คือ|là|la|ile|adalah|として|が|は|为|是|為|您|은|는`
)

// useWords tell to use the number behind them.
const useWords = `
use|enter|type|input|with|is|reply with|verwende|verwenden sie|nutze|nutzen sie|gib|geben sie|mit|utilisez|utilise|saisissez|entrez|tapez|usa|use el|utiliza|utilice|introduce|introduzca|ingresa|ingrese|con|digite|insira|utilize|inserisci|utilizza|digita|kullan|gir|użyj|wpisz|podaj|gebruik|voer|введите|используйте|используй|введи|输入|使用|輸入|استخدم|أدخل|ادخل|הזן|השתמש|उपयोग करें|ใช้|กรอก|dùng|nhập|nhap`

// adjacentWords mean a one-time code only where a long number stands right
// behind them.
//
//nolint:misspell // Spanish
const adjacentWords = `
token|verify|verification|verifizierung|vérification|verificación|verificação|verifica|weryfikacja|подтверждение|подтверждения|clave|usa e getta|chave|clave de seguridad|chave de segurança|un solo uso|usage unique|uso único|uso unico|utilizzo singolo|tek kullanımlık|jednorazow|jednorazowe|jednorazowy|eenmalig|einmalig|passkey|pass key|pass-key|kennziffer
一次性|1회용|مرة واحدة|חד-פעמי|חד פעמי|ครั้งเดียว|một lần|mot lan`

// referenceWords name what has a number of its own.
const referenceWords = `
order|tracking|shipment|parcel|package|transaction|transfer|invoice|receipt|reference|ref|case|ticket|booking|reservation|confirmation number|imei|meid|iccid|serial|serial number|barcode|ean|gtin|upc|isbn|isin|waybill|awb|consignment|customer|member|membership|policy|claim|account id|user id|device id|utr|rrn|upi ref|request|complaint|article|item|product
bestellung|bestellnummer|auftragsnummer|auftrag|sendung|sendungsnummer|rechnung|rechnungsnummer|kundennummer|vorgang|vorgangsnummer|buchung|buchungsnummer|artikel|artikelnummer|commande|colis|suivi|facture|référence|réservation|pedido|envío|envio|seguimiento|factura|referencia|referência|reserva|rastreio|fatura|protocolo|ordine|spedizione|fattura|riferimento|prenotazione|pratica
sipariş|kargo|takip|fatura no|referans|rezervasyon|zamówienie|zamówienia|przesyłka|przesyłki|faktura|rezerwacja|bestelling|factuur|заказ|заказа|посылка|трек|трек-номер|накладная|накладной|счёт|счет|бронь|брони|бронирования|артикул|штрих-код|штрихкод|обращение|обращения|квитанция
订单|订单号|订单编号|快递单号|运单号|流水号|交易号|交易单号|商品编号|參考編號|訂單|訂單編號|注文|注文番号|追跡番号|問い合わせ番号|予約番号|伝票番号|주문|주문번호|운송장번호|송장번호|예약번호|거래번호|승인번호|الطلب|طلب|الشحنة|التتبع|الفاتورة|الحجز|المرجع|הזמנה|משלוח|מעקב|חשבונית|אסמכתא|ऑर्डर|ट्रैकिंग|इनवॉइस|बुकिंग|संदर्भ|คำสั่งซื้อ|พัสดุ|ใบเสร็จ|đơn hàng|vận đơn|hóa đơn|giao dịch|mã tham chiếu`

// numberWords stand between such a word and its number.
const numberWords = `
number|numbers|no|nr|num|id|code|nummer|numéro|numero|número|n°|nº|n|номер|号|號|编号|番号|번호|رقم|מספר|नंबर|संख्या|หมายเลข|số|mã|numarası|numer|is|ist|est|es|é|è|#`
