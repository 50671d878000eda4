setup() { load lead_sandbox; load client; lead_workspace; }
teardown() { lead_workspace_end; }

@test "all calls" {
  for name in LEAD_API_URL LEAD_API_KEY LEAD_API_REALTOR_KEY LEAD_API_FIRM_ID LEAD_API_MEMBER_ID LEAD_API_REFERRAL_CODE; do
    [ -n "${!name}" ]
  done
  refer maya@example.com 201
  [[ $(lead_wait_for_mail maya@example.com "sign up") == *'"links":["http'* ]]
  [[ $(lead_sign_up maya@example.com) == *'"state":"Converted"'* ]]
  refer "a+b@example.com" 201
  [[ $(lead_wait_for_mail a+b@example.com) == *'a+b@example.com'* ]]
  [[ $answer =~ \"id\":\"([^\"]+)\" ]]
  [[ $(lead_archive "${BASH_REMATCH[1]}") == *'"state":"Archived"'* ]]
  lead_advance PT90M
  lead_plan_fault '{"match":{"method":"GET"},"then":{"status":503},"times":1}'
  request GET /v1/leads 503
  [[ $(lead_requests) == *'"total":3'* ]]
  [[ $(lead_report) == *'-> 503'* ]]
  lead_use_quota 500
  request GET /v1/leads 429
  lead_reset
  request GET /v1/leads 200
}

@test "errors say why" {
  run lead_wait_for_mail nobody@example.com "" 0
  [ "$status" -eq 1 ]
  [[ $output == *": 404 No mail matched"* ]]
  run lead_plan_fault '{"match":{"methd":"GET"},"then":{"kind":"x"}}'
  [[ $output == *": 422 Invalid body: match.methd: Unknown. Allowed: method, path, operationId, apiKeyId. then.kind: "* ]]
  [[ $output == *'"reset"'* ]]
}

@test "a \"label\" with marks: 100 % \ and ä" {
  [[ $(lead_call GET '') == *'\"label\" with marks'* ]]
}
