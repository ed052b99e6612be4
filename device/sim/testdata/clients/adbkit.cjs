// Drives a phone with adbkit as its own users do, and prints what it found as
// one line of JSON.
const { PassThrough } = require('node:stream');
const { Adb } = require('@devicefarmer/adbkit');

async function drain(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

(async () => {
  const serial = process.argv[2];
  const client = Adb.createClient({ port: Number(process.env.ANDROID_ADB_SERVER_PORT) });
  const device = client.getDevice(serial);
  const found = {};
  found.devices = (await client.listDevices()).map((d) => d.type);
  found.shell = (await drain(await device.shell('printf "%s\\n" "from adbkit"'))).toString();
  const pushed = await device.push(new PassThrough().end('pushed by adbkit'), '/sdcard/Download/adbkit');
  await new Promise((resolve, reject) => pushed.on('end', resolve).on('error', reject));
  found.stat = (await device.stat('/sdcard/Download/adbkit')).size;
  found.pulled = (await drain(await device.pull('/sdcard/Download/adbkit'))).toString();
  found.png = (await drain(await device.screencap())).subarray(1, 4).toString();
  found.started = await device.startActivity({ component: 'com.android.settings/.Settings' });
  const windows = (await drain(await device.shell('dumpsys window displays'))).toString();
  found.front = /mFocusedApp=.* u0 (\S+)/.exec(windows)[1];
  found.packages = (await device.getPackages()).includes('com.android.settings');
  found.model = (await device.getProperties())['ro.product.model'];
  await drain(await device.shell('input keyevent 3'));
  console.log(JSON.stringify(found));
})().catch((err) => { console.error(err); process.exit(1); });
