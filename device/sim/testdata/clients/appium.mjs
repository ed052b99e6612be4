// Drives a phone with appium-adb as its own users do, and prints what it found
// as one line of JSON.
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADB } from 'appium-adb';

const serial = process.argv[2];
const adb = await ADB.createADB({ adbPort: Number(process.env.ANDROID_ADB_SERVER_PORT), udid: serial });
adb.setDeviceId(serial);
const found = {};
found.devices = (await adb.getConnectedDevices()).map((d) => d.state);
found.api = await adb.getApiLevel();
found.model = await adb.getModel();
found.size = await adb.getScreenSize();
await adb.startApp({ pkg: 'com.android.settings', activity: '.Settings', waitForLaunch: true });
found.focused = await adb.getFocusedPackageAndActivity();
found.locked = await adb.isScreenLocked();
found.installed = await adb.isAppInstalled('com.android.settings');
await adb.shell(['am', 'start', '-a', 'android.intent.action.SENDTO', '-d', 'smsto:123']);
found.keyboardBefore = await adb.isSoftKeyboardPresent();
await adb.shell(['input', 'tap', '400', '2290']);
found.keyboardAfter = await adb.isSoftKeyboardPresent();
await adb.inputText('typed by appium');
await adb.keyevent(4);
found.shell = await adb.shell(['echo', 'a b']);
const local = join(await mkdtemp(join(tmpdir(), 'appium-')), 'file');
await writeFile(local, 'pushed by appium');
await adb.push(local, '/sdcard/Download/appium');
found.stat = await adb.fileSize('/sdcard/Download/appium');
await adb.pull('/sdcard/Download/appium', local + '.back');
found.pulled = await readFile(local + '.back', 'utf8');
found.png = (await adb.takeScreenshot()).subarray(1, 4).toString();
console.log(JSON.stringify(found));
