package doctor

import "golang.org/x/sys/windows"

// freeSpace is what this user may still write to the volume of dir, in bytes.
func freeSpace(dir string) (bytes uint64, known bool) {
	path, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return 0, false
	}
	err = windows.GetDiskFreeSpaceEx(path, &bytes, nil, nil)
	return bytes, err == nil
}
