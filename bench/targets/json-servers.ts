import { join } from "node:path";

import { writeLeads } from "../leads-file.ts";
import { knownLead } from "../leads-made.ts";
import { fewLeads, newLeadBody } from "./target.ts";
import type { Target } from "./target.ts";

const shared = {
  getOne: { method: "GET", path: `/leads/${knownLead}` },
  create: { method: "POST", path: "/leads", body: newLeadBody },
  isStateful: true,
} as const;

function data(leads: number | null, folder: string, name: string): string {
  return writeLeads(folder, name, leads ?? fewLeads, ['{"leads":', "}"]);
}

/** json-server 0.17, which sends the total in a header. */
export function jsonServer0(packages: string): Target {
  return {
    ...shared,
    name: "json-server 0.17",
    command(leads, folder) {
      const file = data(leads, folder, "json-server-0");
      const program = join(packages, "json-server-0/lib/cli/bin.js");
      return (port) => ({
        line: [
          process.execPath,
          program,
          "--quiet",
          "--host",
          "127.0.0.1",
          "--port",
          String(port),
          file,
        ],
      });
    },
    list: (offset) => ({ method: "GET", path: `/leads?_start=${offset}&_limit=20` }),
    filter: (email) => ({ method: "GET", path: `/leads?_start=0&_limit=20&email=${email}` }),
    note: "writes its file again after every create",
  };
}

/** json-server 1.0, which sends the total in the body. */
export function jsonServer1(packages: string): Target {
  return {
    ...shared,
    name: "json-server 1.0",
    command(leads, folder) {
      const file = data(leads, folder, "json-server-1");
      const program = join(packages, "json-server/lib/bin.js");
      return (port) => ({
        line: [process.execPath, program, "--host", "127.0.0.1", "--port", String(port), file],
      });
    },
    list: (offset) => ({ method: "GET", path: `/leads?_page=${offset / 20 + 1}&_per_page=20` }),
    filter: (email) => ({ method: "GET", path: `/leads?_page=1&_per_page=20&email=${email}` }),
    note: "writes its file again after every create",
  };
}
