import { describe, expect, it } from "vitest";

import { runHere } from "./program.ts";

describe("an environment variable that is no setting", () => {
  it.each([
    ["LEAD_SANDBOX_PROT", " Did you mean LEAD_SANDBOX_PORT?"],
    ["LEAD_SANDBOX_CONTROLTOKEN", " Did you mean LEAD_SANDBOX_CONTROL_TOKEN?"],
    ["LEAD_SANDBOX_WHATEVER_ELSE", ""],
  ])("is reported at the start: %s", async (variable, meant) => {
    const { stderr } = await runHere(["exec", "--", "true"], { [variable]: "5" });
    expect(stderr).toContain(`lead-sandbox: Unknown setting ${variable}.${meant}\n`);
  });

  it("is not reported if Kubernetes sets it for a Service named lead-sandbox", async () => {
    const given = {
      LEAD_SANDBOX_SERVICE_HOST: "10.0.0.1",
      LEAD_SANDBOX_SERVICE_PORT: "4610",
      LEAD_SANDBOX_SERVICE_PORT_HTTP: "4610",
      LEAD_SANDBOX_PORT_4610_TCP: "tcp://10.0.0.1:4610",
      LEAD_SANDBOX_PORT_4610_TCP_ADDR: "10.0.0.1",
      LEAD_SANDBOX_SMTP_SERVICE_HOST: "10.0.0.2",
    };
    const { stderr } = await runHere(["exec", "--", "true"], given);
    expect(stderr).not.toContain("Unknown setting");
  });

  it("is not reported if clients, pipelines, tests or another program use it", async () => {
    const names = ["URL", "CONTROL_URL", "WORKSPACE", "REPOSITORY", "IMAGE", "TEST_LONG", "SEED"];
    const given = Object.fromEntries(names.map((name) => [`LEAD_SANDBOX_${name}`, "1"]));
    const { stderr } = await runHere(["exec", "--", "true"], { ...given, LEAD_API_KEE: "1" });
    expect(stderr).not.toContain("Unknown setting");
  });
});
