#!/bin/sh
# Stands in for Python in tests that set the project up many times: as python3 it gives its version and makes a pretended environment, as the
# environment's python (a copy of this file) it installs pretended packages, of which Jupyter is the last, and says whether they are there.
# A shell starts in a tenth of the time that another Node would take. Pauses as in stand-ins.cjs.

pause() {
  if [ "${STAND_IN_PAUSE:-0}" -gt 0 ]; then sleep "$(printf '0.%03d' "$STAND_IN_PAUSE")"; fi
}

bin=$(dirname "$0")
case "$1 $2" in
"-c import jupyter_core") test -e "$bin/jupyter" ;;
"-c "*) echo 3.11 ;;
"-m venv")
  mkdir -p "$3/bin"
  pause
  cp "$0" "$3/bin/python"
  ;;
"-m pip")
  for i in 0 1 2 3 4; do
    : >"$bin/package-$i"
    pause
  done
  printf '#!/bin/sh\n' >"$bin/jupyter"
  chmod 755 "$bin/jupyter"
  ;;
*)
  echo "the stand-in for Python does not know: $*" >&2
  exit 2
  ;;
esac
