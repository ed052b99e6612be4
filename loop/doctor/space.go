package doctor

// FreeSpace is what this user may still write where dir is, or will be made, in
// bytes; below 0 where the system does not tell.
func FreeSpace(dir string) int64 {
	free, known := freeSpace(existing(dir))
	if !known {
		return -1
	}
	return int64(min(free, 1<<62))
}
