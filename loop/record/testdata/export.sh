#!/bin/sh
# Buy <b>two</b>⏎*now*
# Recorded as run r1 on 2026-11-29.
#
# This sends what the run sent to the phone, without looking at the screen: it
# needs the same phone in the same state. ANDROID_SERIAL names another one.
set -eu
[ -n "${ANDROID_SERIAL:-}" ] || ANDROID_SERIAL='it'\''s'
export ANDROID_SERIAL

# Open Shop
adb shell 'am start -n com.example.shop/.Main'
sleep 1

# Tap "Buy (2)"
adb shell 'input tap 50 25'
sleep 1

# Tap the user
adb shell 'input tap 50 85'
sleep 1

# Tap a place
# warning: so it was
adb shell 'input tap 20 220'
sleep 1

# Type 4 characters
# It holds a secret that is not recorded.
printf '%s\n' 'By hand, then press Enter: Type 4 characters'
read -r _

# Type⏎rm -rf ~
adb shell 'input text '\''it'\''\'\'''\''s'\'''
sleep 1

# Show recent apps
adb shell 'input keyevent 187'
sleep 1
