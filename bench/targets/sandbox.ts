import { join } from "node:path";

import { firmId, key, knownLead, writeFixture } from "../leads-made.ts";
import { newLeadBody } from "./target.ts";
import type { Target } from "./target.ts";

const headers = { "x-api-key": key };
const leadsPath = `/v1/firms/${firmId}/leads`;

export const sandboxName = "lead-sandbox";

/** This sandbox as in the image, with default settings except the quota. */
export function sandbox(built: string, settings: readonly string[] = []): Target {
  return {
    name: sandboxName,
    command(leads, folder) {
      const fixture = leads === null ? {} : { LEAD_SANDBOX_FIXTURE: writeFixture(folder, leads) };
      const file = join(built, "command/start.mjs");
      return (port) => ({
        line: [process.execPath, file, ...settings],
        // Settings come from variables, as in a container.
        env: { LEAD_SANDBOX_PORT: String(port), LEAD_SANDBOX_QUOTA: "off", ...fixture },
      });
    },
    ready: { method: "GET", path: "/readyz" },
    getOne: { method: "GET", path: `/v1/leads/${knownLead}`, headers },
    create: { method: "POST", path: leadsPath, headers, body: newLeadBody },
    list: (offset) => ({ method: "GET", path: `${leadsPath}?limit=20&offset=${offset}`, headers }),
    filter: (email) => ({
      method: "GET",
      path: `${leadsPath}?limit=20&filter=${encodeURIComponent(JSON.stringify({ email }))}`,
      headers,
    }),
    reset: { method: "POST", path: "/_sandbox/reset" },
    isStateful: true,
    note: "the bundle of the image, all defaults but no quota",
  };
}
