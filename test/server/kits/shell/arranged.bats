setup() { load lead_sandbox; lead_workspace fixture none; }
teardown() { lead_workspace_end; }

@test "has no workspace" {
  false
}
