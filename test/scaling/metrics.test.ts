import { spawnSync } from "node:child_process";

import { describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";

import { newSandbox } from "../support/sandbox.ts";

const suite = "the metrics, read by the client library of Prometheus";

/** Prints the names of metric families, and every label, as JSON. */
const program = `
import json, sys
from prometheus_client.parser import text_string_to_metric_families
families = list(text_string_to_metric_families(sys.stdin.read()))
print(json.dumps({
    "names": [[family.name, family.type] for family in families],
    "labels": sorted({value for family in families for sample in family.samples for value in sample.labels.values()}),
    "count": sum(len(family.samples) for family in families),
}))
`;

const Parsed = z.strictObject({
  names: z.array(z.tuple([z.string(), z.string()])),
  labels: z.array(z.string()),
  count: z.int(),
});

/** The library of Debian's package, by Debian's Python. */
function parse(text: string): z.infer<typeof Parsed> {
  const { stdout, stderr } = spawnSync("/usr/bin/python3", ["-c", program], {
    input: text,
    encoding: "utf8",
  });
  return Parsed.parse(JSON.parse(stdout || `"${stderr.slice(-300)}"`));
}

/** `required` makes a missing library a failure; otherwise the tests that need it are skipped. */
function hasParser(): boolean {
  if (process.env["LEAD_SANDBOX_TEST_PROXIES"] === "required") return true;
  const { status } = spawnSync("/usr/bin/python3", ["-c", "import prometheus_client"]);
  if (status === 0) return true;
  process.stderr.write(
    `SKIPPED ${suite}: install it with apt-get install -y python3-prometheus-client\n`,
  );
  return false;
}

describe.skipIf(!hasParser())(`${suite} (skipped without it)`, () => {
  it("are whole, and name no workspace, key, path or person", async () => {
    const sandbox = newSandbox({ port: 0 });
    const { url, close } = await sandbox.listen();
    onTestFinished(close);
    const secrets = ["maya.secret@example.com", "secret-workspace", "Harb0rPt"];
    const create = { method: "POST", body: JSON.stringify({ id: "secret-workspace" }) };
    const json = { "content-type": "application/json" };
    await fetch(`${url}/_sandbox/workspaces`, { ...create, headers: json });
    const [key] = sandbox.workspace().keys();
    const headers = { ...json, "x-api-key": key?.key ?? "" };
    const lead = { email: "maya.secret@example.com", firstName: "Maya", lastName: "Moreau" };
    for (const sent of [lead, lead, {}]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await fetch(`${url}/v1/firms/Harb0rPt/leads`, {
        method: "POST",
        headers,
        body: JSON.stringify(sent),
      });
    }
    await fetch(`${url}/v1/secret/path/maya.secret@example.com`, { headers });
    const text = await (await fetch(`${url}/_sandbox/metrics`)).text();
    const { names, labels, count } = parse(text);
    expect(names).toEqual(
      expect.arrayContaining([
        ["lead_sandbox_requests", "counter"],
        ["lead_sandbox_request_duration_seconds", "summary"],
        ["lead_sandbox_refusals", "counter"],
        ["lead_sandbox_relayed_mails", "counter"],
        ["lead_sandbox_write_errors", "counter"],
        ["lead_sandbox_open_streams", "gauge"],
        ["lead_sandbox_workspaces", "gauge"],
        ["process_cpu_seconds", "counter"],
        ["process_open_fds", "gauge"],
      ]),
    );
    expect(labels).toEqual(expect.arrayContaining(["post-leads-for-firm", "201", "409", "422"]));
    expect(labels).toContain("lead.unique");
    expect(count).toBe(text.split("\n").filter((line) => /^[a-z]/.test(line)).length);
    for (const secret of [...secrets, key?.key ?? "", key?.id ?? ""]) {
      expect(text).not.toContain(secret);
    }
  });
});
