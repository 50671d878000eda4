import { expect } from "vitest";

import { monday } from "../../../support/world.ts";
import type { World } from "../../../support/world.ts";
import type { Row } from "./row.ts";
import { answered, refused } from "./row.ts";

const strange = "99999999-9999-4999-8999-999999999999";

async function linesOf(world: World, query = ""): Promise<readonly string[]> {
  const reply = answered(200, await world.control("GET", `/report${query}`));
  expect(reply.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  return reply.text.split("\n");
}

/** The report that a failed test prints, in any language. */
export const report: readonly Row[] = [
  {
    call: "GET W/report",
    method: "report",
    promise: "names the workspace when no request came, and a clock that is not the system's",
    async keeps(world) {
      const lines = await linesOf(world);
      expect(await world.workspace.report()).toBe(lines.join("\n"));
      expect(lines).toEqual([
        `No request came to the workspace ${world.id} of the sandbox.`,
        `Clock: ${monday}, frozen`,
      ]);
      await world.control("PUT", "/clock", { mode: "system", now: monday, rate: 60 });
      expect((await linesOf(world))[1]).toMatch(/^Clock: .*, 60 times as fast as the system's$/);
    },
  },
  {
    call: "GET W/report",
    promise:
      "each request oldest first with two rules, the reason and the body of a refusal, mail, strangers",
    async keeps(world) {
      await world.createLead({ email: "maya@example.com" });
      await world.createLead({ email: "maya@example.com" }).catch(() => "refused");
      await world.api("GET", "/v1/leads?limit=2", { key: strange });
      const lines = await linesOf(world);
      const [first, second, third, why] = lines;
      expect(first).toBe(`Requests to the workspace ${world.id} of the sandbox: 2`);
      const path = "POST /v1/firms/Harb0rPt/leads";
      expect(second).toMatch(
        new RegExp(`^  ${path} -> 201  lead\\.create\\.firm, [a-z.;]+, \\.\\.\\.$`),
      );
      expect(third).toMatch(new RegExp(`^  ${path} -> 409  lead\\.unique, `));
      expect(why).toMatch(/^ {4}\S/);
      const strangers = lines.indexOf(
        "With no key that the sandbox knows (parallel tests share these):",
      );
      expect(lines.slice(strangers + 1)).toContainEqual(
        expect.stringMatching(/^ {2}GET \/v1\/leads\?limit=2 -> 401 {2}auth\./),
      );
      expect(lines).toContainEqual(
        expect.stringMatching(/^Mail: 1 captured; the newest: welcome to maya@example\.com: /),
      );
      expect(lines).toContain(`Answer 409 to ${path}:`);
      expect(lines.join("\n")).not.toContain(world.keys.partner);
    },
  },
  {
    call: "GET W/report",
    promise: "a request without an answer, a body cut at 600 characters, and no control character",
    local: true,
    options: { sandbox: {} },
    async keeps(world) {
      const kind = { then: { kind: "reset" }, times: 1 };
      answered(201, await world.control("POST", "/faults", kind));
      await world.api("GET", "/v1/leads").catch(() => "cut");
      const then = { status: 503, message: `\u001b[31m${"x".repeat(2_000)}` };
      answered(201, await world.control("POST", "/faults", { then, times: 1 }));
      await world.api("GET", "/v1/leads");
      const lines = await linesOf(world);
      expect(lines[1]).toMatch(/^ {2}GET \/v1\/leads -> no answer {2}error\.server/);
      expect(lines.at(-1)).toMatch(/^ {2}\{"message":.{580,600}\.\.\.$/);
      expect(lines.join("")).not.toContain("\u001b");
    },
  },
  {
    call: "GET W/report",
    promise: "the bodies of the last three refusals, and the fault behind a reason",
    async keeps(world) {
      for (const status of [400, 409, 429, 503]) {
        const then = { status, message: `Refused by ${status}` };
        // oxlint-disable-next-line no-await-in-loop -- one refusal after the other
        answered(201, await world.control("POST", "/faults", { then, times: 1 }));
        // oxlint-disable-next-line no-await-in-loop -- one refusal after the other
        await world.api("GET", "/v1/leads");
      }
      const lines = await linesOf(world);
      const refusals = lines.filter((line) => line.startsWith("Answer "));
      expect(refusals).toEqual(
        [409, 429, 503].map((status) => `Answer ${status} to GET /v1/leads:`),
      );
      expect(lines[2]).toMatch(/^ {4}The planned fault \S+ hit this request\.$/);
      expect(lines[3]).toMatch(/^ {2}GET \/v1\/leads -> 409/);
    },
  },
  {
    call: "GET W/report",
    promise: "?links=true adds a link to the console for each request; a workspace must exist",
    async keeps(world) {
      await world.api("GET", "/v1/leads");
      expect((await linesOf(world)).join("\n")).not.toContain("activity");
      refused(422, await world.control("GET", "/report?links=maybe"), /links/);
      refused(404, await world.server("GET", "/workspaces/nobody/report"), /nobody/);
    },
  },
];
