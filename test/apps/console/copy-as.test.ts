import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

import { describe, expect, it, onTestFinished } from "vitest";

import type { Sendable } from "../../../src/apps/console/activity/copy-as.ts";
import {
  hostHeader,
  languages,
  writtenHeaders,
} from "../../../src/apps/console/activity/copy-as.ts";
import { isRemote } from "../../support/target.ts";
import { leadsPath, partnerKey, refer, serve } from "./console.ts";
import { realtorKey, realtorPath } from "./surfaces.ts";

const run = promisify(execFile);

interface Runner {
  readonly language: string;
  readonly program: string;
  /** The name of the source file. */
  readonly file: string;
  readonly args: readonly string[];
}

const runners: readonly Runner[] = [
  { language: "curl", program: "bash", file: "send.sh", args: [] },
  { language: "Python", program: "python3", file: "send.py", args: [] },
  { language: "fetch", program: process.execPath, file: "send.mjs", args: [] },
  { language: "Go", program: "go", file: "send.go", args: ["run"] },
  { language: "Java", program: "java", file: "Send.java", args: [] },
];

function isInstalled({ program }: Runner): boolean {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const isFound =
    existsSync(program) || folders.some((folder) => existsSync(join(folder, program)));
  if (!isFound) process.stderr.write(`SKIPPED copy as: there is no ${program} to run the code.\n`);
  return isFound;
}

function written(language: string, request: Sendable): string {
  return languages.get(language)?.(request) ?? "";
}

/** Runs the generated code and returns its output. */
async function printed({ language, program, file, args }: Runner, request: Sendable) {
  const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-copy-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, file);
  writeFileSync(path, written(language, request));
  // Tests a non-UTF-8 locale, as on a machine without one.
  const { stdout } = await run(program, [...args, path], {
    cwd: folder,
    timeout: 90_000,
    env: { ...process.env, LC_ALL: "C" },
  });
  return stdout;
}

/** Characters with a special meaning in shells and string literals. */
const hostile = `O'Hara "x" \\n $HOME \`id\` %s !! {a} \u00e9 \u6f22 \u{1f600} \u2028 <b>`;

// The generated code calls a sandbox in this process.
describe.skipIf(isRemote).for(runners.filter(isInstalled))(
  "a request copied as $language",
  { timeout: 120_000 },
  (runner) => {
    it("sends the same body, byte for byte, to the API that its Host header selects", async () => {
      const { url, tester } = await serve();
      const lead = { firstName: hostile, lastName: "x", email: "copied@example.com" };
      const output = await printed(runner, {
        method: "POST",
        url: url + realtorPath,
        headers: {
          host: "realtor.localhost",
          "x-api-key": realtorKey,
          "content-type": "application/json",
        },
        body: JSON.stringify(lead, null, 2),
      });
      expect(output).toContain("201");
      const kept = await tester("GET", "/leads?search=copied@example.com");
      expect(kept.text).toContain(JSON.stringify(hostile));
    });

    it("gets the same answer as the original, also with a query and for a refusal", async () => {
      const served = await serve();
      await refer(served, "maya@example.com");
      const path = `${leadsPath}?email[0-1]=maya&odd={a,b}&limit=1000000`;
      const original = await served.partner("GET", path);
      const output = await printed(runner, {
        method: "GET",
        url: served.url + path,
        headers: { "x-api-key": partnerKey },
        body: null,
      });
      expect(output).toContain(String(original.status));
      expect(output).toContain(original.text);
    });
  },
);

describe("a request copied as .http", () => {
  it("contains the request line, the headers, an empty line and the body", () => {
    const headers = { "x-api-key": "k", "content-type": "application/json" };
    const url = "http://127.0.0.1:1/v1/leads?a=b";
    expect(written(".http", { method: "POST", url, headers, body: "{}" })).toBe(
      `POST ${url}\nx-api-key: k\ncontent-type: application/json\n\n{}`,
    );
    expect(written(".http", { method: "GET", url, headers: {}, body: null })).toBe(`GET ${url}`);
  });
});

describe("the headers of a copied request", () => {
  it("exclude those that a client sets by itself", () => {
    const headers = { Host: "a", "content-length": "2", "Sec-Fetch-Mode": "cors", "x-own": "1" };
    expect(writtenHeaders(headers, "partner-sandbox")).toEqual({ "x-own": "1" });
  });

  it.each([
    ["partner-sandbox", "127.0.0.1:4610", undefined],
    ["partner-production", "leads.lender.example", "leads.lender.example"],
    ["realtor-sandbox", "realtor.localhost:4610", "realtor.localhost:4610"],
    ["realtor-sandbox", "127.0.0.1:4612", "realtor.localhost"],
    ["realtor-production", "[::1]:4613", "realtor-production.localhost"],
    ["realtor-production", "sandbox:4613", "realtor-production.localhost"],
    ["partner-production", undefined, "partner-production.localhost"],
  ])("select %s, which %s reached, by the host %s", (surface, sent, host) => {
    expect(hostHeader(surface, sent).host).toBe(host);
  });
});
