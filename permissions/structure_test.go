package permissions_test

import (
	"slices"
	"strings"
	"testing"

	"adroit/device/screen"
	"adroit/permissions"
)

// language is what screens say in one language.
type language struct {
	name                        string
	deleteIt, dark              string // what dialogs ask
	ok, signIn, confirm, sendIt string // what buttons say that settle something
	show, details               string // what buttons say that settle nothing
	password, card, person      string // labels of fields
	allow, activate             string
	slide                       string // to pay
}

var languages = []language{
	{"English", "Delete this note?", "Switch to the dark theme?", "OK", "Sign in", "Continue", "Done", "Show", "Details",
		"Password", "Card number", "Name", "Allow", "Activate this device admin app", "Slide to pay"},
	{"German", "Diese Notiz löschen?", "Zum dunklen Design wechseln?", "OK", "Anmelden", "Weiter", "Fertig", "Anzeigen", "Einzelheiten",
		"Passwort", "Kartennummer", "Name", "Zulassen", "Diese App zur Geräteverwaltung aktivieren", "Zum Bezahlen wischen"},
	{"French", "Supprimer cette note ?", "Passer au thème sombre ?", "OK", "Se connecter", "Continuer", "Terminer", "Afficher", "Détails",
		"Mot de passe", "Numéro de carte", "Nom", "Autoriser", "Activer l'application d'administration", "Glissez pour payer"},
	{"Spanish", "¿Eliminar esta nota?", "¿Cambiar al tema oscuro?", "Aceptar", "Iniciar sesión", "Continuar", "Listo", "Mostrar", "Detalles",
		"Contraseña", "Número de tarjeta", "Nombre", "Permitir", "Activar esta aplicación de administración", "Desliza para pagar"},
	{"Portuguese", "Excluir esta nota?", "Mudar para o tema escuro?", "OK", "Entrar", "Continuar", "Concluir", "Mostrar", "Detalhes",
		"Senha", "Número do cartão", "Nome", "Permitir", "Ativar este app de administrador", "Deslize para pagar"},
	{"Italian", "Elimina questa nota?", "Passare al tema scuro?", "OK", "Accedi", "Continua", "Fine", "Mostra", "Dettagli",
		"Password", "Numero di carta", "Nome", "Consenti", "Attiva app di amministrazione del dispositivo", "Scorri per pagare"},
	{"Polish", "Usuń tę notatkę?", "Przełączyć na ciemny motyw?", "OK", "Zaloguj się", "Dalej", "Gotowe", "Pokaż", "Szczegóły",
		"Hasło", "Numer karty", "Imię", "Zezwól", "Aktywuj aplikację administratora", "Przesuń, aby zapłacić"},
	{"Turkish", "Bu notu sil?", "Koyu temaya geçilsin mi?", "Tamam", "Giriş yap", "Devam", "Bitti", "Göster", "Ayrıntılar",
		"Şifre", "Kart numarası", "Ad", "İzin ver", "Bu cihaz yöneticisini etkinleştir", "Ödemek için kaydır"},
	{"Russian", "Удалить эту заметку?", "Включить тёмную тему?", "ОК", "Войти", "Продолжить", "Готово", "Показать", "Подробнее",
		"Пароль", "Номер карты", "Имя", "Разрешить", "Активировать приложение администратора", "Проведите, чтобы оплатить"},
	{"Arabic", "حذف هذه الملاحظة؟", "التبديل إلى المظهر الداكن؟", "موافق", "تسجيل الدخول", "متابعة", "تم", "إظهار", "التفاصيل",
		"كلمة المرور", "رقم البطاقة", "الاسم", "السماح", "تفعيل تطبيق مشرف الجهاز", "اسحب للدفع"},
	{"Hindi", "यह नोट हटाएं?", "गहरे रंग वाली थीम पर जाएं?", "ठीक है", "साइन इन करें", "जारी रखें", "हो गया", "दिखाएं", "जानकारी",
		"पासवर्ड", "कार्ड नंबर", "नाम", "अनुमति दें", "इस डिवाइस एडमिन ऐप्लिकेशन को चालू करें", "भुगतान करने के लिए स्वाइप करें"},
	{"Chinese", "要删除这条笔记吗？", "切换到深色主题？", "确定", "登录", "继续", "完成", "显示", "详情",
		"密码", "卡号", "姓名", "允许", "激活此设备管理应用", "滑动支付"},
	{"Japanese", "このメモを削除しますか？", "ダークテーマに切り替えますか？", "OK", "ログイン", "続行", "完了", "表示", "詳細",
		"パスワード", "カード番号", "氏名", "許可", "このデバイス管理アプリを有効にする", "スライドして支払う"},
	{"Korean", "이 메모를 삭제할까요?", "어두운 테마로 전환할까요?", "확인", "로그인", "계속", "완료", "표시", "세부정보",
		"비밀번호", "카드 번호", "이름", "허용", "이 기기 관리자 앱 활성화", "밀어서 결제"},
}

// The parts of the screens below, each at a place of its own.
func part(id string, role screen.Role, label, place string) screen.Node {
	bounds, _ := screen.ParseRect(place)
	return screen.Node{
		ID: id, Role: role, Label: label, PackageName: "com.example", WindowID: "w1", Bounds: bounds,
		Clickable: role != screen.Text, Enabled: true, IsInput: role == screen.Input,
	}
}

func button(label string) screen.Node { return part("1", screen.Button, label, "0,1000,400,1100") }

func words(label string) screen.Node { return part("2", screen.Text, label, "0,100,400,200") }

func field(id, label string) screen.Node {
	return part(id, screen.Input, label, "0,"+id+"00,400,"+id+"50")
}

func passwordField() screen.Node {
	n := field("3", "")
	n.Password = true
	return n
}

// answering makes a button the one that confirms a dialog of Android, or not.
func answering(n screen.Node, view string) screen.Node {
	n.ViewID = view
	return n
}

func tapOn(app, activity string, nodes ...screen.Node) permissions.Situation {
	for i := range nodes {
		nodes[i].PackageName = app
	}
	return pressOn(front(app, activity, nodes...), "1")
}

func typeInto(nodes ...screen.Node) permissions.Situation {
	c := front("com.example", ".Main", nodes...)
	return permissions.Situation{Tool: "type_text", Risk: permissions.Medium, Screen: c, Target: &c.Nodes[0], Types: true}
}

func slideFrom(n screen.Node) permissions.Situation {
	c := front("com.example", ".Main", n)
	return permissions.Situation{Tool: "swipe", Risk: permissions.Medium, Screen: c, From: &c.Nodes[0]}
}

// structural are situations in which the place of a control says more than its
// label, in the words of one language: half of them near-misses.
func (l language) structural() []structure {
	const (
		positive, negative   = "android:id/button1", "android:id/button2"
		settings, installer  = "com.android.settings", "com.google.android.packageinstaller"
		permission, ordinary = "com.google.android.permissioncontroller", "com.example"
	)
	total := part("4", screen.Text, "€ 49.00", "0,880,400,960")
	far := part("4", screen.Text, "€ 49.00", "0,100,400,150")
	row := func(label string) screen.Node { return part("1", screen.Item, label, "0,500,400,600") }
	return []structure{
		{"the answer of a dialog that deletes", tapOn(ordinary, "", words(l.deleteIt), answering(button(l.ok), positive)), permissions.Deletion, "the dialog says"},
		{"the other answer of it", tapOn(ordinary, "", words(l.deleteIt), answering(button(l.ok), negative)), "", ""},
		{"the answer of a harmless dialog", tapOn(ordinary, "", words(l.dark), answering(button(l.ok), positive)), "", ""},
		{"the end of a password form", tapOn(ordinary, "", passwordField(), button(l.signIn)), permissions.SensitiveTextEntry, "a password field stands on the screen"},
		{"beside a password field", tapOn(ordinary, "", passwordField(), button(l.show)), "", ""},
		{"the end of a form that asks for a card", tapOn(ordinary, "", field("3", l.card), button(l.confirm)), permissions.SensitiveTextEntry, "the form asks for a secret"},
		{"the end of a form", tapOn(ordinary, "", field("3", l.person), field("5", ""), button(l.sendIt)), permissions.MessageSend, "the last step of a form"},
		{"a button beside a form", tapOn(ordinary, "", field("3", l.person), field("5", ""), button(l.details)), "", ""},
		{"a button beside one field", tapOn(ordinary, "", field("3", l.person), button(l.confirm)), "", ""},
		{"to go on beside an amount", tapOn(ordinary, "", total, button(l.confirm)), permissions.Purchase, "an amount of money"},
		{"to look beside an amount", tapOn(ordinary, "", total, button(l.details)), "", ""},
		{"to go on far from an amount", tapOn(ordinary, "", far, button(l.confirm)), "", ""},
		{"typing a password", typeInto(field("3", l.password)), permissions.SensitiveTextEntry, "the field asks for a secret"},
		{"typing a name", typeInto(field("3", l.person)), "", ""},
		{"a device administrator", tapOn(settings, ".DeviceAdminAdd", button(l.activate)), permissions.SecuritySettings, "a device administrator"},
		{"a row of the device administrators", tapOn(settings, ".Settings$DeviceAdminSettingsActivity", row(l.person)), "", ""},
		{"the factory reset", tapOn(settings, ".Settings$FactoryResetActivity", button(l.ok)), permissions.Deletion, "the factory reset"},
		{"a button of the settings", tapOn(settings, ".Settings$DisplaySettingsActivity", button(l.ok)), "", ""},
		{"a permission", tapOn(permission, ".GrantPermissionsActivity", button(l.allow)), permissions.PermissionChange, "the permissions of an app"},
		{"a row of the permissions", tapOn(permission, ".ManagePermissionsActivity", row(l.person)), "", ""},
		{"an installation", tapOn(installer, ".PackageInstallerActivity", button(l.ok)), permissions.AppInstall, "the package installer"},
		{"an uninstallation", tapOn(installer, ".UninstallerActivity", answering(button(l.ok), positive)), permissions.Deletion, "the removal of an app"},
		{"to refuse an uninstallation", tapOn(installer, ".UninstallerActivity", answering(button(l.ok), negative)), "", ""},
		{"a payment sheet", tapOn(ordinary, "com.stripe.android.paymentsheet.PaymentSheetActivity", button(l.show)), permissions.Payment, "a payment sheet"},
		{"a row of a payment sheet", tapOn(ordinary, "com.stripe.android.paymentsheet.PaymentSheetActivity", row(l.person)), "", ""},
		{"a slider that pays", slideFrom(part("1", screen.Other, l.slide, "0,500,400,600")), permissions.Payment, "the slider says"},
		{"a slider that does not", slideFrom(part("1", screen.Slider, l.details, "0,500,400,600")), "", ""},
		{"a row under the finger", slideFrom(row(l.deleteIt)), "", ""},
	}
}

type structure struct {
	name   string
	in     permissions.Situation
	class  permissions.Class // "" for an act of medium risk
	reason string            // that stands in the first reason
}

// TestStructureBeforeWords rules on situations in which what stands around a
// control decides, in all languages.
func TestStructureBeforeWords(t *testing.T) {
	if len(languages) < 13 {
		t.Fatalf("only %d languages", len(languages))
	}
	all, grave := 0, 0
	for _, l := range languages {
		for _, tt := range l.structural() {
			all++
			got := permissions.Policy{}.Rule(tt.in)
			want, risk, reason := []permissions.Class(nil), permissions.Medium, "it acts on the phone"
			if tt.class != "" {
				grave++
				want, risk, reason = []permissions.Class{tt.class}, permissions.High, tt.reason
			}
			if got.Decision != permissions.Ask || got.Risk != risk || !slices.Equal(got.Classes, want) || !strings.Contains(got.Reasons[0], reason) {
				t.Errorf("%s, %s: %v, %v risk, %v (%q), want %v", l.name, tt.name, got.Decision, got.Risk, got.Classes, got.Reasons, want)
			}
		}
	}
	if grave*2 > all {
		t.Errorf("%d of %d situations are grave: want half of them near-misses", grave, all)
	}
}

// A slider that is drawn of several parts says in one of them what it does, and
// an element of another app stays one where a finger only starts from it.
func TestWhereAFingerStarts(t *testing.T) {
	track := part("2", screen.Text, "Slide to pay", "0,500,400,600")
	thumb := part("1", screen.Image, "", "0,500,100,600")
	c := front("com.example", ".Main", thumb, track)
	got := permissions.Policy{}.Rule(permissions.Situation{Tool: "swipe", Risk: permissions.Medium, Screen: c, From: &c.Nodes[0]})
	if !slices.Equal(got.Classes, []permissions.Class{permissions.Payment}) {
		t.Errorf("a thumb on a track is ruled upon as %+v", got)
	}
	foreign := thumb
	foreign.PackageName, foreign.WindowID = "com.other", "w2"
	c = front("com.example", ".Main", words("Volume"), foreign)
	got = permissions.Policy{}.Rule(permissions.Situation{Tool: "swipe", Risk: permissions.Medium, Screen: c, From: &c.Nodes[1]})
	if !slices.Equal(got.Classes, []permissions.Class{permissions.ForeignWindow}) {
		t.Errorf("a finger that starts in another app is ruled upon as %+v", got)
	}
}
