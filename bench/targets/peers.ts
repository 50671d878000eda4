import { join } from "node:path";

import { fewLeads, firmId, knownLead, writeLeads } from "../leads.ts";
import { newLeadBody } from "./target.ts";
import type { Target } from "./target.ts";

export const bareHonoName = "bare Hono";

/** The yardstick: `bare-leads.ts`, bundled like the sandbox. */
export function bareHono(file: string): Target {
  const leadsPath = `/v1/firms/${firmId}/leads`;
  return {
    name: bareHonoName,
    command(leads, folder) {
      const data = writeLeads(folder, "bare", leads ?? fewLeads);
      const env = { LEADS: data };
      return (port) => ({ line: [process.execPath, file], env: { ...env, PORT: String(port) } });
    },
    getOne: { method: "GET", path: `/v1/leads/${knownLead}` },
    create: { method: "POST", path: leadsPath, body: newLeadBody },
    list: { method: "GET", path: `${leadsPath}?limit=20` },
  };
}

/** The current json-server, which writes its file again after every create. */
export function jsonServer(packages: string): Target {
  return {
    name: "json-server",
    command(leads, folder) {
      const file = writeLeads(folder, "json-server", leads ?? fewLeads, (all) => ({ leads: all }));
      const program = join(packages, "json-server/lib/bin.js");
      return (port) => ({
        line: [process.execPath, program, "--host", "127.0.0.1", "--port", String(port), file],
      });
    },
    getOne: { method: "GET", path: `/leads/${knownLead}` },
    create: { method: "POST", path: "/leads", body: newLeadBody },
    list: { method: "GET", path: "/leads?_page=1&_per_page=20" },
  };
}
