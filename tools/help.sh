# SPDX-License-Identifier: Apache-2.0
# Read by a script that may be asked for help: prints the comment at its top then.
case ${1-} in
  -h | --help)
    sed -n '3,/^set /s/^# \{0,1\}//p' "tools/${0##*/}"
    exit 0
    ;;
esac
