setup() { load lead_sandbox; load client; lead_workspace now 2026-03-02T09:00:00Z; }
teardown() { lead_workspace_end; }

@test "a person is referred twice" {
  refer maya@example.com 201
  refer maya@example.com 201
}
