/**
 * The official conformance suites. Most of their scenarios call tools and prompts of a server made for them, which are
 * listed as expected failures; an expected failure that passes fails the test, too.
 */
import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

import { describe, expect, it } from "vitest";

import { listeningSandbox } from "../../support/sandbox.ts";

/** Where npm installed the suites of `test/apps/mcp/conformance`. */
const suites = process.env["LEAD_SANDBOX_TEST_CONFORMANCE"] ?? "";
if (suites === "") {
  process.stderr.write(
    "SKIPPED the conformance suites of MCP: npm ci in a copy of test/apps/mcp/conformance, " +
      "and set LEAD_SANDBOX_TEST_CONFORMANCE to it\n",
  );
}

const run = promisify(execFile);

describe.skipIf(suites === "")("conformance (skipped without the suites)", () => {
  it.each([
    ["2025", [], "Total: 6 passed, 25 failed"],
    ["2026", ["--spec-version", "2026-07-28"], "Total: 93 passed, 37 failed"],
  ])("is as expected in the suite of %s", async (year, options, total) => {
    const { url } = await listeningSandbox();
    const { stdout } = await run(
      process.execPath,
      [
        join(suites, `node_modules/suite-${year}/dist/index.js`),
        "server",
        "--url",
        `${url}/_sandbox/mcp`,
        "--suite",
        "all",
        ...options,
        "--expected-failures",
        resolve(`test/apps/mcp/conformance/expected-${year}.yml`),
      ],
      { maxBuffer: 64 * 1024 * 1024 },
    );
    expect(stdout).toContain(total);
  });
});
