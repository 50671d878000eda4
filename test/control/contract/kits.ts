import { expect } from "vitest";

import { at, column, replyOf, text } from "../../support/reply.ts";
import type { Row } from "./row.ts";
import { answered, listening, refused } from "./row.ts";

/** The files for test suites in other languages, and the text for coding agents. */
export const kits: readonly Row[] = [
  {
    call: "GET /_sandbox/llms.txt",
    promise: "a text with the addresses of this server, which needs no token",
    async keeps(world) {
      const reply = answered(200, await world.server("GET", "/llms.txt"));
      expect(reply.headers.get("content-type")).toMatch(/^text\/plain/);
      expect(reply.text).toMatch(/^# lead-sandbox\n/);
      expect(reply.text).toContain("/_sandbox/openapi.json");
    },
  },
  {
    call: "GET /_sandbox/kits",
    promise: "the name, the file and the test runner of each kit",
    async keeps(world) {
      const reply = answered(200, await world.server("GET", "/kits"));
      expect(column(reply, "name")).toEqual(expect.arrayContaining(["python", "java", "go"]));
      expect(at(reply, "data.0")).toEqual({
        name: "python",
        file: "lead_sandbox.py",
        runner: "pytest",
      });
    },
  },
  {
    call: "GET /_sandbox/kits/{kit}",
    promise:
      "the file with the version of the sandbox in it; an unknown name is 404 with the names",
    async keeps(world) {
      const version = text(await world.server("GET", "/health"), "data.version");
      const reply = answered(200, await world.server("GET", "/kits/python"));
      const [first] = reply.text.split("\n");
      expect(first).toBe(
        `# lead-sandbox kit for pytest, version ${version}; newest: GET /_sandbox/kits/python`,
      );
      expect(reply.headers.get("content-disposition")).toContain("lead_sandbox.py");
      for (const name of ["cobol", "constructor", "..%2Fkits", "__proto__"]) {
        // oxlint-disable-next-line no-await-in-loop -- one name after the other
        const unknown = refused(404, await world.server("GET", `/kits/${name}`));
        expect(text(unknown, "hint")).toContain("python");
      }
    },
  },
  {
    call: "GET /_sandbox/kits/{kit}",
    promise: "needs no token, because a kit holds no secret",
    local: true,
    async keeps() {
      const url = await listening({ controlToken: "secret" });
      const statuses = ["/kits", "/kits/python", "/kits/python/more", "/workspaces"].map(
        async (path) => (await replyOf(await fetch(`${url}/_sandbox${path}`))).status,
      );
      expect(await Promise.all(statuses)).toEqual([200, 200, 401, 401]);
    },
  },
];
