/** Each kit in the test runner of its language, against a sandbox in a process of its own. */
import { beforeEach, describe, expect, it } from "vitest";

import { kitNames } from "../../src/kits/kits.ts";
import type { Environment } from "../cli/program.ts";
import { start, startProgram, startReady } from "../cli/program.ts";
import { column, replyOf } from "../support/reply.ts";
import { isRemote } from "../support/target.ts";
import { isMissing, projectOf, runners } from "./runners.ts";

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
  const { ready } = await startReady([], { LEAD_SANDBOX_CONTROL_TOKEN: token });
  return { LEAD_SANDBOX_CONTROL_URL: `${ready.control}/`, LEAD_SANDBOX_CONTROL_TOKEN: token };
}

async function labelsIn({ LEAD_SANDBOX_CONTROL_URL: url = "" }: Environment) {
  const headers = { authorization: `Bearer ${token}` };
  return column(await replyOf(await fetch(`${url}workspaces`, { headers })), "label");
}

describe.each(kitNames.map((name) => ({ name, ...runners[name], isMissing: isMissing(name) })))(
  "the kit for $needs ($name)",
  { timeout: 180_000 },
  ({ name, green, red, label, careless, isMissing: isLeftOut }) => {
    beforeEach((context) =>
      context.skip(isRemote || isLeftOut, `There is no ${runners[name].needs}.`),
    );

    it("runs every method and many tests at once, with a token and behind a proxy, and leaves nothing", async () => {
      const folder = projectOf(name, version);
      const env = await sandbox();
      for (const command of green) {
        // oxlint-disable-next-line no-await-in-loop -- one runner after the other
        expect(await ran(folder, command, { ...env, ...proxied })).toMatchObject({ code: 0 });
      }
      expect(await labelsIn(env)).toEqual([null]);
    });

    it("prints the requests of a failed test, whose workspace has its name", async () => {
      const folder = projectOf(name, version);
      const env = await sandbox();
      const { code, output } = await ran(folder, red, { ...env, LEAD_SANDBOX_KEEP: "1" });
      expect(code).not.toBe(0);
      expect(output).toMatch(/Requests to the workspace ws-1 of the sandbox: 2\n/);
      expect(output).toMatch(/POST \/v1\/firms\/Harb0rPt\/leads -> 409 {2}lead\.unique/);
      expect(await labelsIn(env)).toEqual([null, label]);
    });

    it("says how to start a sandbox where none answers, and that a token is wrong", async () => {
      const folder = projectOf(name, version);
      const none = await ran(folder, red, { LEAD_SANDBOX_CONTROL_URL: "http://127.0.0.1:9" });
      expect(none.code).not.toBe(0);
      expect(none.output).toMatch(/No lead-sandbox answers at http:\/\/127\.0\.0\.1:9 /);
      expect(none.output).toContain("Start one: npx lead-sandbox");
      const env = await sandbox();
      const wrong = await ran(folder, red, { ...env, LEAD_SANDBOX_CONTROL_TOKEN: "another" });
      expect(wrong.code).not.toBe(0);
      expect(wrong.output).toMatch(/POST http:\S+\/workspaces: 401 /);
    });

    it("names both versions once when the sandbox has another, and works", async () => {
      const env = await sandbox();
      const { output } = await ran(projectOf(name, "9.8.7"), red, env);
      expect(output.match(/The kit has version 9\.8\.7, the sandbox 0\.1\.0\./g)).toHaveLength(1);
      expect(output).toContain("-> 409");
    });

    it.skipIf(careless === undefined)(
      "names the test of a client that takes a refusal for success, under explore",
      async () => {
        const { command = [], label: tested } = careless ?? {};
        const folder = projectOf(name, version);
        const options = "--only faults --results results.xml --json --".split(" ");
        const explored = await start(["explore", ...options, ...command], {}, folder).ended;
        expect(explored).toMatchObject({ code: 1 });
        const { findings } = Object(JSON.parse(explored.stdout));
        expect(findings).toContainEqual(expect.objectContaining({ verdict: "lost", test: tested }));
      },
    );
  },
);
