/** Commands that cannot be explored. Each has its own message, and explore exits with 3. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, it } from "vitest";

import { temporaryFile, temporaryFolder } from "../../apps/cli/program.ts";
import { clientHead } from "./bundled.ts";
import { exploredHere, program } from "./explored.ts";

const create = `await call("POST", leads, { email: "maya@example.com", firstName: "Maya", lastName: "Moss" });`;
const passing = `${clientHead}${create}`;

/** A program that writes `text` as its test results. */
function writing(file: string, text: string): string {
  return `${passing}
    const { writeFileSync } = await import("node:fs");
    writeFileSync(${JSON.stringify(file)}, ${JSON.stringify(text)});
  `;
}

const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-results-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const results = join(folder, "results.xml");

const rows: readonly {
  readonly what: string;
  readonly options?: readonly string[];
  readonly command: () => readonly string[];
  readonly kind: string;
  readonly messages: readonly RegExp[];
}[] = [
  {
    what: "is not found",
    command: () => ["no-such-command-here"],
    kind: "fails",
    messages: [/no-such-command-here was not found \(127\)/],
  },
  {
    what: "cannot be executed",
    command: () => [temporaryFile("plain.txt", "no program")],
    kind: "fails",
    messages: [/plain\.txt cannot be executed \(126\)/],
  },
  {
    what: "fails",
    command: () => program(`${passing} console.log("no such Firm"); process.exit(7);`),
    kind: "fails",
    messages: [/exit code 7/, /no such Firm/],
  },
  {
    what: "fails with a long stack",
    command: () =>
      program(
        `${passing} const deep = (left) => left === 0 ? JSON.parse("no JSON") : deep(left - 1) + 1; deep(20);`,
      ),
    kind: "fails",
    messages: [/SyntaxError: Unexpected token/, /Node\.js v/],
  },
  {
    what: "exceeds the sandbox's burst limit",
    command: () =>
      program(`${clientHead}
        for (let at = 0; at < 60; at += 1) {
          const { status } = await call("POST", leads, { email: at + "@example.com", firstName: "A", lastName: "B" });
          if (status !== 201) process.exit(1);
        }
      `),
    kind: "fails",
    messages: [/limit of the sandbox/, /quota\.burst/, /--quota off/],
  },
  {
    what: "does not end in time",
    options: ["--timeout", "1s"],
    command: () => ["sleep", "600"],
    kind: "timed-out",
    messages: [/did not finish within 1 s/, /--timeout/],
  },
  {
    what: "sends a different body each time",
    command: () =>
      program(passing.replace('"Maya"', '"Maya" + process.env.LEAD_API_URL.split(":").at(-1)')),
    kind: "differs",
    messages: [/firstName/, /post-leads-for-firm maya@example\.com/, /first Maya\d+, then Maya\d+/],
  },
  {
    what: "creates a different person each time",
    command: () =>
      program(passing.replace('"maya@', 'process.env.LEAD_API_URL.split(":").at(-1) + "@')),
    kind: "differs",
    messages: [/email/, /post-leads-for-firm/, /first \d+@example\.com, then \d+@example\.com/],
  },
  {
    what: "makes an additional call in the second run",
    command: () => {
      const file = join(temporaryFolder(), "ran");
      return program(`${passing}
        const { existsSync, writeFileSync } = await import("node:fs");
        if (existsSync(${JSON.stringify(file)})) await call("GET", leads);
        writeFileSync(${JSON.stringify(file)}, "");
      `);
    },
    kind: "differs",
    messages: [/the call get-leads-for-firm/, /first not made, then made\. Make the command/],
  },
  {
    what: "repeats a call at its timeout in the second run",
    command: () => {
      const file = join(temporaryFolder(), "ran");
      return program(`${passing}
        const { existsSync, writeFileSync } = await import("node:fs");
        if (existsSync(${JSON.stringify(file)})) {
          ${create}
        }
        writeFileSync(${JSON.stringify(file)}, "");
      `);
    },
    kind: "differs",
    messages: [
      /maya@example\.com \(call 2\): first not made, then made\. If the client repeats a call at its timeout/,
    ],
  },
  {
    what: "writes no results",
    options: ["--results", join(folder, "none-*.xml")],
    command: () => program(passing),
    kind: "no-results",
    messages: [/No test results match/, /--results/],
  },
  {
    what: "writes unreadable results",
    options: ["--results", results],
    command: () => program(writing(results, "<testsuites><testsuite><testcase")),
    kind: "no-results",
    messages: [/results\.xml is not valid XML/],
  },
  {
    what: "succeeds with a failing test",
    options: ["--results", results],
    command: () =>
      program(
        writing(
          results,
          '<testsuites><testsuite><testcase classname="leads" name="updates"><failure/></testcase><testcase classname="leads" name="reads"/></testsuite></testsuites>',
        ),
      ),
    kind: "tests-fail",
    messages: [/The test leads > updates fails without any variation/],
  },
  {
    what: "never calls the API",
    command: () => ["true"],
    kind: "no-calls",
    messages: [/made no call/, /LEAD_API_URL/],
  },
  {
    what: "calls a workspace after dropping it",
    command: () =>
      program(`${clientHead}
        const headers = { "content-type": "application/json" };
        const made = await fetch(control + "/workspaces", { method: "POST", headers, body: '{"id":"mine"}' });
        const own = (await made.json()).data.firms[0].apiKeys[0].key;
        await call("GET", leads, undefined, own);
        await fetch(control + "/workspaces/mine", { method: "DELETE" });
        await call("GET", leads, undefined, own);
      `),
    kind: "dropped-workspace",
    messages: [/workspace mine after it was dropped/],
  },
];

describe("explore exits with 3 for a command that", () => {
  it.each(rows)(
    "$what",
    async ({ options = [], command, kind, messages }) => {
      const { code, stderr, report } = await exploredHere(options, command());
      expect({ code, stderr }).toEqual({ code: 3, stderr: expect.any(String) });
      expect(report).toMatchObject({ problem: { kind }, trials: [], findings: [] });
      const expected = stderr.replaceAll(/\s+/g, " ");
      for (const message of messages) expect(expected).toMatch(message);
    },
    60_000,
  );
});
