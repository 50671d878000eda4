import { expect } from "vitest";

import { replyOf, text } from "../../../support/reply.ts";
import type { Row } from "./row.ts";
import { listening, refused } from "./row.ts";

/** The files for test suites in other languages, and the text for coding agents. */
export const kits: readonly Row[] = [
  {
    call: "GET /_sandbox/llms.txt",
    method: "llms",
    promise: "a text with the addresses of this server, which needs no token",
    async keeps({ client, server }) {
      const shown = await client.llms();
      expect(shown).toMatch(/^# lead-sandbox\n/);
      expect(shown).toContain("/_sandbox/openapi.json");
      const reply = await server("GET", "/llms.txt");
      expect(reply.headers.get("content-type")).toMatch(/^text\/plain/);
    },
  },
  {
    call: "GET /_sandbox/kits",
    method: "kits.list",
    promise: "the name, the file and the test runner of each kit",
    async keeps({ client }) {
      const { data } = await client.kits.list();
      const names: unknown = expect.arrayContaining(["python", "java", "go"]);
      expect(data.map(({ name }) => name)).toEqual(names);
      expect(data[0]).toEqual({ name: "python", file: "lead_sandbox.py", runner: "pytest" });
    },
  },
  {
    call: "GET /_sandbox/kits/{kit}",
    method: "kits.get",
    promise:
      "the file with the version of the sandbox in it; an unknown name is 404 with the names",
    async keeps({ client, server }) {
      const { version } = await client.health();
      const [first] = (await client.kits.get("python")).split("\n");
      expect(first).toBe(
        `# lead-sandbox kit for pytest, version ${version}; newest: GET /_sandbox/kits/python`,
      );
      const reply = await server("GET", "/kits/python");
      expect(reply.headers.get("content-disposition")).toContain("lead_sandbox.py");
      for (const name of ["cobol", "constructor", "..%2Fkits", "__proto__"]) {
        // oxlint-disable-next-line no-await-in-loop -- one name after the other
        const unknown = refused(404, await server("GET", `/kits/${name}`));
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
