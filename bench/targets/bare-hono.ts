import { writeLeads } from "../leads-file.ts";
import { firmId, knownLead } from "../leads-made.ts";
import { fewLeads, newLeadBody } from "./target.ts";
import type { Target } from "./target.ts";

const leadsPath = `/v1/firms/${firmId}/leads`;

export const bareHonoName = "bare Hono";

/** The yardstick: `bare-leads.ts`, bundled like the sandbox. */
export function bareHono(file: string, env: Readonly<Record<string, string>> = {}): Target {
  return {
    name: bareHonoName,
    command(leads, folder) {
      const data = writeLeads(folder, "bare", leads ?? fewLeads);
      return (port) => ({
        line: [process.execPath, file],
        env: { ...env, PORT: String(port), LEADS: data },
      });
    },
    getOne: { method: "GET", path: `/v1/leads/${knownLead}` },
    create: { method: "POST", path: leadsPath, body: newLeadBody },
    list: (offset) => ({ method: "GET", path: `${leadsPath}?limit=20&offset=${offset}` }),
    filter: (email) => ({ method: "GET", path: `${leadsPath}?limit=20&email=${email}` }),
    isStateful: true,
    note: "Hono on Node's server with a Map: no key, no check, no journal, no mail, no database",
  };
}
