import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

import { describe, expect, it, onTestFinished } from "vitest";

const refusals = [
  { what: "a refusal", report: '{"message":"405","error":{"summary":"no"},"statusCode":405}' },
  { what: "an error page", report: "<html></html>" },
  { what: "nothing", report: "" },
  { what: "vulnerabilities that are null", report: '{"vulnerabilities":null}' },
  { what: "no object", report: "null" },
];

describe("npm run audit", () => {
  it.each(refusals)("fails loudly when the registry answers $what", ({ report }) => {
    const { status, stderr } = audit(report);
    expect(status).toBe(2);
    expect(stderr).toContain("AUDIT NOT DONE");
  });

  it("passes with a report without vulnerabilities", () => {
    const { status, stdout } = audit('{"vulnerabilities":{}}');
    expect(status).toBe(0);
    expect(stdout).toContain("0 with a fault");
  });

  it.each([
    { severity: "high", name: "hono", expected: 1 },
    { severity: "low", name: "hono", expected: 0 },
    { severity: "high", name: "vitest", expected: 0 },
  ])("exits with $expected for severity $severity in $name", ({ severity, name, expected }) => {
    const found = { name, severity, nodes: [`node_modules/${name}`] };
    expect(audit(JSON.stringify({ vulnerabilities: { [name]: found } })).status).toBe(expected);
  });
});

/** Runs the script with an npm that prints `report`. */
function audit(report: string) {
  const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-audit-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "report"), report);
  writeFileSync(join(folder, "npm"), `#!/bin/sh\ncat "${folder}/report"\n`);
  chmodSync(join(folder, "npm"), 0o755);
  const path = [folder, process.env["PATH"]].join(delimiter);
  return spawnSync(process.execPath, ["scripts/audit.ts"], {
    encoding: "utf8",
    env: { ...process.env, PATH: path },
  });
}
