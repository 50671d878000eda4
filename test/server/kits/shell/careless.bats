setup() { load lead_sandbox; load client; lead_workspace; }
teardown() { lead_workspace_end; }

@test "refers" { refer maya@example.com 201 || true; }
