# A client of the Lead API, as a partner writes it.

request() {
  answer=$(curl --silent --noproxy '*' --request "$1" --write-out '\n%{http_code}' "$LEAD_API_URL$2" \
    --header "x-api-key: $LEAD_API_KEY" --header 'content-type: application/json' --data "${4:-}")
  [ "${answer##*$'\n'}" = "$3" ]
}

refer() { request POST "/v1/firms/$LEAD_API_FIRM_ID/leads" "$2" "{\"email\":\"$1\",\"firstName\":\"M\",\"lastName\":\"M\"}"; }
