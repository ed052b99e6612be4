package doctor

import "cmp"

// cures are what to do on each operating system, by its name in runtime.GOOS;
// that under "" is for every other.
type cures map[string]string

func (c cures) on(system string) string { return cmp.Or(c[system], c[""]) }

// The packages are those of the systems' own repositories, Homebrew and winget.
var (
	installADB = cures{
		"linux":   "sudo apt install adb (Debian, Ubuntu), sudo dnf install android-tools (Fedora), sudo pacman -S android-tools (Arch); or put Google's platform-tools in PATH",
		"darwin":  "brew install --cask android-platform-tools; or put Google's platform-tools in PATH",
		"windows": "winget install Google.PlatformTools, then open a new terminal; or put Google's platform-tools in PATH",
		"":        "install Android's platform-tools and put adb in PATH",
	}
	// allowUSB is for a phone whose USB device this user may not open, which only
	// Linux keeps from people (developer.android.com, "Run apps on a hardware device").
	allowUSB = cures{
		"linux": "install the udev rules (sudo apt install android-sdk-platform-tools-common, elsewhere android-udev), sudo usermod -aG plugdev $USER, sign in anew and plug the phone in again",
		"":      "plug the phone in again; if it stays, run `adb kill-server` and start anew as yourself",
	}
	oneADB = cures{
		"windows": "use one adb for everything: `where adb` lists those in PATH, remove the older, or point the other tool (Android Studio, scrcpy) at the same one",
		"":        "use one adb for everything: `which -a adb` lists those in PATH, remove the older, or point the other tool (Android Studio, scrcpy) at the same one",
	}
	plugIn = cures{
		"linux":   "unlock it, switch USB debugging on and plug it in; if `lsusb` does not show it either, take another cable or port",
		"darwin":  "unlock it, switch USB debugging on, plug it in and allow the accessory where macOS asks; else take another cable or port",
		"windows": "unlock it, switch USB debugging on and plug it in; if the Device Manager shows it with a mark, install its maker's USB driver",
		"":        "unlock it, switch USB debugging on and plug it in; else take another cable or port",
	}
	setClock = cures{
		"linux":   "set this computer's clock by the network: sudo timedatectl set-ntp true",
		"darwin":  "set this computer's clock by the network: sudo sntp -sS time.apple.com",
		"windows": "set this computer's clock by the network: w32tm /resync, in a terminal of an administrator",
		"":        "set this computer's clock by the network",
	}
)
