import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { runHere, start, startReady } from "../apps/cli/program.ts";
import { whileServed } from "../harness/explore/bundled.ts";
import { explored, program } from "../harness/explore/explored.ts";

const key = "7f1c2a34-5b6d-4e8f-9a0b-1c2d3e4f5a6b";
const firm = "acme-4711";

/** A client with a key and a Firm id of its own. It loses a Lead that is refused, and does not say so. */
const client = `
  const headers = { "x-api-key": "${key}", "content-type": "application/json" };
  const leads = process.env.LEAD_API_URL + "/v1/firms/${firm}/leads";
  const people = ["ann@example.com", "bob@example.com"];
  for (const email of people) {
    const body = JSON.stringify({ email, firstName: "Ann", lastName: "Ash" });
    const answer = await fetch(leads, { method: "POST", headers, body });
    if (answer.status === 401) throw new Error(await answer.text());
  }
`;

describe("a client with a key and a Firm id of its own", () => {
  it("runs under exec --adopt, which says what it adopts and that there is no quota", async () => {
    const { code, stderr } = await runHere(["exec", "--adopt", "--", ...program(client)]);
    expect(stderr).toContain("lead-sandbox: adopts the first unknown key of a surface");
    expect(stderr).toContain("no quota (--quota sets one)");
    expect(code).toBe(0);
    expect((await runHere(["exec", "--", ...program(client)])).code).toBe(1);
  });

  it("is named by --adopt, the variable or the settings, whose start line has four characters of the key", async () => {
    const named = `key=${key.toUpperCase()},firm=${firm}`;
    const { stderr, code } = await runHere(["exec", "--", ...program(client)], {
      LEAD_SANDBOX_ADOPT: named,
      LEAD_SANDBOX_QUOTA: "100",
    });
    expect(code).toBe(0);
    expect(stderr).toContain("adopts the key 7f1c…, the Firm id acme-4711 and the first unknown");
    expect(stderr).toContain("has the quota of --quota");
    expect(stderr).not.toContain(key);
    const { ready } = await startReady(["--adopt", named]);
    expect(ready.adopt).toContain("the key 7f1c…");
    const printed = await start(["--port", "0", "--adopt"]).printed("curl ");
    expect(printed).toMatch(/--adopt {7}adopts the first unknown key/);
  });

  it("is explored, and a bundle adopts again when it is replayed or served", async () => {
    const options = ["--adopt", "--only", "violations", "--operations", "post-leads-for-firm"];
    const { code, report, out, stderr } = await explored(options, program(client));
    expect(stderr).toContain("adopts the first unknown key");
    expect(code).toBe(1);
    for (const file of readdirSync(out, { recursive: true, encoding: "utf8" })) {
      if (!/\.(?:json|md|html|xml)$/.test(file)) continue;
      expect(readFileSync(join(out, file), "utf8")).not.toContain(key);
    }
    const bundle = join(out, report?.findings[0]?.bundle ?? "");
    expect((await runHere(["replay", bundle, "--run"])).code).toBe(1);
    expect((await runHere(["replay", bundle, "--adopt", "off", "--run"])).code).toBe(3);
    await whileServed([bundle], async (url) => {
      const path = `${url}/v1/firms/${firm}/leads`;
      expect((await fetch(path, { headers: { "x-api-key": key } })).status).toBe(200);
    });
  });
});

describe("--adopt on a host of the network", () => {
  it("is refused with the next step, and served when it is asked for", async () => {
    const { code, stderr } = await runHere([
      "--port",
      "0",
      "--host",
      "0.0.0.0",
      "--adopt",
      `key=${key}`,
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain("--adopt-from-network");
    expect(stderr).toContain('"key=7f1c…"');
    expect(stderr).not.toContain(key);
    const asked = ["--host", "0.0.0.0", "--adopt", "--adopt-from-network"];
    const served = await startReady(asked);
    const answer = await fetch(`${served.ready.url}/v1/leads`, { headers: { "x-api-key": key } });
    expect(answer.status).toBe(200);
    served.process.kill("SIGTERM");
    expect((await served.ended).stderr).toBe(
      "lead-sandbox: --host 0.0.0.0 without --control-token: anyone on the network can read and change everything. Serve on 127.0.0.1, or set --control-token.\n",
    );
  });
});
