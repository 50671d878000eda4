import { join } from "node:path";

import { root } from "../../scripts/bundling.ts";
import { writeLeads } from "../leads-file.ts";
import { bareHono } from "./bare-hono.ts";
import { fewLeads } from "./target.ts";
import type { Target } from "./target.ts";

/** Vercel's emulate with a service of Leads, `peers/emulate-leads.mjs`, as its guide has one written. */
export function emulate(): Target {
  return {
    ...bareHono(""),
    name: "emulate",
    command(leads, folder) {
      const data = writeLeads(folder, "emulate", leads ?? fewLeads);
      return (port) => ({
        line: [process.execPath, join(root, "bench/peers/emulate-leads.mjs")],
        env: { PORT: String(port), LEADS: data },
      });
    },
    note: "its own state, inspector and persistence; the handlers of Leads are written here",
  };
}
