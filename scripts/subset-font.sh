#!/usr/bin/env bash
# Makes src/web/fonts/inter-latin.woff2: Inter with the characters of western European languages, the weights 400 to 700 and the features that the app
# uses. It is half as large as the package's file, and every page needs it first. Run it again when the package brings a new version of Inter.
# Needs Debian's python3-fonttools and python3-brotli.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
/usr/bin/python3 -m fontTools.varLib.instancer -q node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2 wght=400:700 -o "$work/inter.ttf"
# The same characters as the `unicode-range` in src/web/styles.css.
/usr/bin/python3 -m fontTools.subset "$work/inter.ttf" --flavor=woff2 --output-file=src/web/fonts/inter-latin.woff2 \
  --layout-features=kern,mark,mkmk,ccmp,locl,tnum \
  --unicodes=U+0020-007E,U+00A0-00FF,U+0131,U+0152-0153,U+02C6,U+02DA,U+02DC,U+2010-2015,U+2018-201E,U+2020-2022,U+2026,U+2030,U+2039-203A,U+2044,U+20AC,U+2122,U+2190-2193,U+2212,U+2215
