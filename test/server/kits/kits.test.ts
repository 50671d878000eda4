/** Each kit in the test runner of its language, against a sandbox in a process of its own. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeEach, describe, expect, it } from "vitest";

import { kitNames, kitText } from "../../../src/server/kits/kits.ts";
import type { Environment } from "../../apps/cli/program.ts";
import { start, startProgram, startReady, temporaryFolder } from "../../apps/cli/program.ts";
import { isLong, spread } from "../../long/size.ts";
import { hostileVariables, otherServer } from "../../support/other-server.ts";
import { column, replyOf } from "../../support/reply.ts";
import { isRemote } from "../../support/target.ts";
import { makeProject, missingFor, python, runners } from "./runners.ts";

const version = "0.1.0";
const token = "a-secret-token";
/** A proxy that cannot reach this machine. */
const proxied = { http_proxy: "http://127.0.0.1:9", HTTP_PROXY: "http://127.0.0.1:9" };

async function ran(folder: string, [file = "", ...args]: readonly string[], env: Environment) {
  const { ended } = startProgram(file, args, { LEAD_SANDBOX_CONTROL_TOKEN: "", ...env }, folder);
  const { code, stdout, stderr } = await ended;
  return { code, output: stdout + stderr };
}

async function sandbox(): Promise<Environment> {
  const { ready } = await startReady(["--isolate"], { LEAD_SANDBOX_CONTROL_TOKEN: token });
  return { LEAD_SANDBOX_CONTROL_URL: `${ready.control}/`, LEAD_SANDBOX_CONTROL_TOKEN: token };
}

async function labelsIn({ LEAD_SANDBOX_CONTROL_URL: url = "" }: Environment) {
  const headers = { authorization: `Bearer ${token}` };
  return column(await replyOf(await fetch(`${url}workspaces`, { headers })), "label");
}

describe.each(kitNames.map((name) => ({ name, ...runners[name] })))(
  "the kit for $needs.0 ($name)",
  { timeout: 180_000 },
  ({ name, needs, build, green, red, careless = [] }) => {
    const projects = new Map<string, string>();
    const missing = missingFor(needs);
    beforeEach((context) =>
      context.skip(isRemote || missing !== undefined, `There is no ${missing}.`),
    );
    afterAll(() => {
      for (const folder of projects.values()) rmSync(folder, { recursive: true, force: true });
    });

    /** The project with a kit of that version, which is compiled once. */
    async function projectOf(kitVersion: string): Promise<string> {
      const known = projects.get(kitVersion);
      if (known !== undefined) return known;
      const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-kit-"));
      projects.set(kitVersion, folder);
      makeProject(folder, name, kitVersion);
      const { code, output } = await ran(folder, build ?? ["true"], {});
      if (code !== 0) throw new Error(`The tests of ${name} do not compile: ${output}`);
      return folder;
    }

    it("runs every method and many tests at once, each with its token and behind a proxy, and leaves nothing", async () => {
      const folder = await projectOf(version);
      const env = await sandbox();
      for (const command of green) {
        // oxlint-disable-next-line no-await-in-loop -- one runner after the other
        const { code, output } = await ran(folder, command, { ...env, ...proxied });
        expect({ code, output }).toMatchObject({ code: 0 });
        expect(output).not.toContain("The kit has version");
      }
      expect(await labelsIn(env)).toEqual([null]);
    });

    it.for(red)(
      "prints the requests of a failed test, whose workspace has its name, and names both versions once: $label",
      async ({ command, label }) => {
        const folder = await projectOf("9.8.7");
        const env = await sandbox();
        const { code, output } = await ran(folder, command, { ...env, LEAD_SANDBOX_KEEP: "1" });
        expect(code).not.toBe(0);
        expect(output).toMatch(/Requests to the workspace ws-1 of the sandbox: 2\n/);
        expect(output).toMatch(/POST \/v1\/firms\/Harb0rPt\/leads -> 409 {2}lead\.unique/);
        expect(output.match(/The kit has version 9\.8\.7, the sandbox 0\.1\.0\./g)).toHaveLength(1);
        expect(await labelsIn(env)).toEqual([null, label]);
        // The kit says this before any test runner has a part in it.
        if (!isLong && label !== red[0]?.label) return;
        const wrong = await ran(folder, command, { ...env, LEAD_SANDBOX_CONTROL_TOKEN: "another" });
        expect(wrong.code).not.toBe(0);
        expect(wrong.output).toMatch(
          /POST http:\S+\/workspaces: 401 Invalid control token\. Send /,
        );
      },
    );

    it.for(spread(red, 1))(
      "says how to start a sandbox where none answers: $label",
      async ({ command }) => {
        const none = { LEAD_SANDBOX_CONTROL_URL: "http://127.0.0.1:9" };
        const { code, output } = await ran(await projectOf("9.8.7"), command, none);
        expect(code).not.toBe(0);
        expect(output).toMatch(/No lead-sandbox answers at http:\/\/127\.0\.0\.1:9 /);
        expect(output).toContain("Start one: npx lead-sandbox");
        // Test runners show source where an error begins. That of the kit helps no reader.
        const source = kitText(name, "9.8.7").split("\n");
        const long = source.map((line) => line.trim()).filter(({ length }) => length > 30);
        expect(long.filter((line) => output.includes(line))).toEqual([]);
      },
    );

    it.for(spread(careless, 1))(
      "names the test of a client that takes a refusal for success, under explore: $label",
      async ({ command, label: tested }) => {
        const folder = await projectOf(version);
        // The third fault, which is a 503.
        const options = "--only faults --shard 3/10 --results **/*.xml --json --".split(" ");
        const explored = await start(["explore", ...options, ...command], {}, folder).ended;
        expect(explored).toMatchObject({ code: 1 });
        const { findings } = Object(JSON.parse(explored.stdout));
        expect(findings).toContainEqual(expect.objectContaining({ verdict: "lost", test: tested }));
      },
    );
  },
);

describe("a kit", { timeout: 60_000 }, () => {
  it.skipIf(isRemote || missingFor(runners.python.needs) !== undefined)(
    "prints the requests of a test that should have failed, and goes on: pytest",
    async () => {
      const folder = temporaryFolder();
      makeProject(folder, "python", version);
      const { code, output } = await ran(folder, [...python, "test_strict.py"], await sandbox());
      expect({ code, output }).toMatchObject({ code: 1 });
      expect(output).toContain("XPASS(strict)");
      expect(output).toContain("1 failed, 1 passed");
      expect(output).toContain("POST /v1/firms/Harb0rPt/leads -> 201");
    },
  );

  it.skipIf(isRemote || missingFor(runners.shell.needs) !== undefined)(
    "drops no workspace but its own: bats",
    async () => {
      const folder = temporaryFolder();
      makeProject(folder, "shell", version);
      const env = await sandbox();
      const made = await fetch(`${env["LEAD_SANDBOX_CONTROL_URL"]}workspaces`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: '{"id":"mine","label":"mine"}',
      });
      const { data } = Object(await made.json());
      const own = {
        ...env,
        LEAD_SANDBOX_WORKSPACE: "mine",
        LEAD_SANDBOX_WORKSPACE_TOKEN: String(data.token),
      };
      const { code, output } = await ran(folder, ["bats", "arranged.bats"], own);
      expect({ code, output }).toMatchObject({ code: 1 });
      expect(output).toContain("422 There is no fixture");
      expect(output).not.toContain("workspace mine");
      expect(await labelsIn(env)).toEqual([null, "mine"]);
    },
  );

  it.skipIf(isRemote || missingFor(["bash", "curl"]) !== undefined)(
    "exports only the variables of a client, whatever the server sends: bash",
    async () => {
      const folder = temporaryFolder();
      makeProject(folder, "shell", version);
      const env = {
        LEAD_SANDBOX_CONTROL_URL: `${await otherServer(hostileVariables)}/_sandbox`,
        LEAD_SANDBOX_WORKSPACE: "mine",
        BATS_TEST_FILENAME: "a.bats",
        BATS_TEST_COMPLETED: "1",
      };
      const script =
        '. ./lead_sandbox.bash; lead_workspace || exit; export -p; echo "own=$lead_sandbox_own."';
      const { code, output } = await ran(folder, ["bash", "--norc", "-euc", script], env);
      expect({ code, output }).toMatchObject({ code: 0 });
      expect(output).toContain("Dropped variables that are not for clients: 8. ");
      expect(output).toContain('declare -x LEAD_API_URL="http://127.0.0.1:1"');
      expect(output).not.toMatch(/from-the-answer|LEAD_API_FIRM_ID|mine/);
      // The answer named no workspace, and that of the environment belongs to others.
      expect(output).toContain("own=.");
    },
  );
});
