# lead-sandbox kit for bats, version @VERSION@; newest: GET /_sandbox/kits/shell
# In a file of tests:
#   setup() { load lead_sandbox; lead_workspace; }
#   teardown() { lead_workspace_end; }
# Each test then has the variables of a client, such as LEAD_API_URL, LEAD_API_KEY and LEAD_API_FIRM_ID.
# Answers are JSON texts; jq reads them.

LEAD_SANDBOX_KIT_VERSION=@VERSION@

# lead_sandbox_call METHOD PATH [JSON [SECONDS]]: any call of the control API. Prints the answer.
lead_sandbox_call() {
  local url=${LEAD_SANDBOX_CONTROL_URL:-http://127.0.0.1:4610/_sandbox} answer status version more=''
  local direct=${no_proxy:-${NO_PROXY:-}}
  [ "$direct" = '*' ] || direct="127.0.0.1,localhost,::1${direct:+,$direct}"
  local -a options=(--silent --show-error --max-time "$((${4:-0} + 30))" --noproxy "$direct"
    --user-agent "lead-sandbox-kit-shell/$LEAD_SANDBOX_KIT_VERSION" --write-out '\n%{http_code} %header{x-lead-sandbox-version}')
  [ -z "${LEAD_SANDBOX_CONTROL_TOKEN:-}" ] || options+=(--header "authorization: Bearer $LEAD_SANDBOX_CONTROL_TOKEN")
  [ -z "${3:-}" ] || options+=(--header 'content-type: application/json' --data-binary "$3")
  [ -z "${LEAD_SANDBOX_ACCEPT:-}" ] || options+=(--header "accept: $LEAD_SANDBOX_ACCEPT")
  if ! answer=$(curl "${options[@]}" --request "$1" "${url%/}$2" 2>&1); then
    echo "No lead-sandbox answers at ${url%/} (${answer%%$'\n'*}). Start one: npx lead-sandbox, or run npx lead-sandbox exec -- bats" >&2
    return 1
  fi
  read -r status version <<<"${answer##*$'\n'}"
  answer=${answer%$'\n'*}
  # Before 7.84, curl has no headers in its output.
  if [[ $version == [0-9]* ]] && [ "${version%.*}" != "${LEAD_SANDBOX_KIT_VERSION%.*}" ]; then
    more="The kit has version $LEAD_SANDBOX_KIT_VERSION, the sandbox $version."
    [ "$2" != /workspaces ] || echo "lead-sandbox: $more" >&2
  fi
  if [ "$status" -ge 300 ]; then
    echo "$1 ${url%/}$2: $status $(lead_sandbox_said "$answer") $more" >&2
    return 1
  fi
  printf '%s\n' "$answer"
}

# lead_sandbox_said JSON: the message and the hint of a refusal; another answer is cut.
lead_sandbox_said() {
  local text='"(([^"\\]|\\.)*)"' said=${1:0:200}
  [[ ! $1 =~ ^\{\"message\":$text ]] || said=${BASH_REMATCH[1]}
  [[ ! $1 =~ ,\"hint\":$text ]] || said+=" ${BASH_REMATCH[1]}"
  said=${said//\\\"/\"}
  printf '%s' "${said//\\\\/\\}"
}

# lead_sandbox_json NAME VALUE …: an object of texts; a value of digits is a number.
lead_sandbox_json() {
  local value more='' text='{'
  while [ $# -ge 2 ]; do
    value=$2
    value=${value//\\/\\\\} value=${value//\"/\\\"} value=${value//$'\n'/ } value=${value//$'\t'/ }
    [[ $2 =~ ^[0-9]+$ ]] || value="\"$value\""
    text+="$more\"$1\":$value" more=,
    shift 2
  done
  printf '%s}' "$text"
}

# lead_workspace [NAME VALUE …]: the workspace of the test, with options of POST /workspaces such as now or fixture.
lead_workspace() {
  lead_sandbox_own=
  local name value variables dropped=0 label="${BATS_TEST_FILENAME##*/} > ${BATS_TEST_DESCRIPTION:-}"
  variables=$(LEAD_SANDBOX_ACCEPT=text/plain lead_sandbox_call POST /workspaces \
    "$(lead_sandbox_json label "$label" idleSeconds 3600 "$@")") || return
  unset LEAD_API_{URL,KEY,KEY_ID,REALTOR_KEY,FIRM_ID,MEMBER_ID,REFERRAL_CODE} LEAD_SANDBOX_WORKSPACE{,_TOKEN}
  while IFS='=' read -r name value; do
    [[ ! $value =~ [[:cntrl:]] ]] || name=-
    # Any other name, such as LD_PRELOAD, would change more than the client.
    case $name in
      LEAD_API_URL | LEAD_API_KEY | LEAD_API_KEY_ID | LEAD_API_REALTOR_KEY | LEAD_API_FIRM_ID | LEAD_API_MEMBER_ID | \
        LEAD_API_REFERRAL_CODE | LEAD_SANDBOX_WORKSPACE | LEAD_SANDBOX_WORKSPACE_TOKEN) export "$name=$value" ;;
      # They stay as they were: the kit reaches the sandbox there.
      LEAD_SANDBOX_URL | LEAD_SANDBOX_CONTROL_URL | '') ;;
      *) dropped=$((dropped + 1)) ;;
    esac
  done <<<"$variables"
  [ "$dropped" = 0 ] || echo "lead-sandbox: Dropped variables that are not for clients: $dropped. Check that the server is lead-sandbox." >&2
  lead_sandbox_own=${LEAD_SANDBOX_WORKSPACE:-}
}

# lead_workspace_end: prints the requests of a failed test, and drops its workspace.
lead_workspace_end() {
  # A test whose setup failed has none, and the one of the environment belongs to others.
  [ -n "${lead_sandbox_own:-}" ] || return 0
  [ -n "${BATS_TEST_COMPLETED:-}" ] || lead_report >&2 || true
  [ "${LEAD_SANDBOX_KEEP:-}" = 1 ] || lead_call DELETE '' >/dev/null || true
}

# lead_call METHOD PATH [JSON [SECONDS]]: any control call of the workspace.
lead_call() {
  local LEAD_SANDBOX_CONTROL_TOKEN=${LEAD_SANDBOX_WORKSPACE_TOKEN:-${LEAD_SANDBOX_CONTROL_TOKEN:-}}
  lead_sandbox_call "$1" "/workspaces/${LEAD_SANDBOX_WORKSPACE:-}$2" "${@:3}"
}

# lead_sign_up EMAIL: the client signs up: clientProfile, leads, plans, emails.
lead_sign_up() { lead_call POST /sign-ups "$(lead_sandbox_json email "$1")"; }

lead_archive() { lead_call POST "/leads/$1/archive"; }

# lead_advance DURATION: moves the clock, such as by PT1H.
lead_advance() { lead_call POST /clock/advance "$(lead_sandbox_json by "$1")"; }

# lead_plan_fault JSON: {"match": …, "then": …, "times": …}.
lead_plan_fault() { lead_call POST /faults "$1"; }

lead_use_quota() { lead_call POST /quotas/partner/use "$(lead_sandbox_json count "$1")"; }

# lead_requests: oldest first.
lead_requests() { lead_call GET '/requests?order=asc&limit=1000'; }

# lead_wait_for_mail ADDRESS [SUBJECT [SECONDS]]: the newest matching mail, with text, html and links.
lead_wait_for_mail() {
  local seconds=${3:-5} to subject
  to=$(lead_sandbox_encoded "$1") subject=$(lead_sandbox_encoded "${2:-}")
  lead_call GET "/emails/wait?to=$to&subject=$subject&timeoutMs=${seconds}000" '' "$seconds"
}

lead_sandbox_encoded() {
  local LC_ALL=C at text=''
  for ((at = 0; at < ${#1}; at++)); do
    case ${1:at:1} in [A-Za-z0-9.~_-]) text+=${1:at:1} ;; *) printf -v text '%s%%%02X' "$text" "'${1:at:1}" ;; esac
  done
  printf '%s' "$text"
}

lead_report() { lead_call GET /report; }

lead_reset() { lead_call POST /reset >/dev/null; }
