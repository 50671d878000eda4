import { join } from "node:path";

import { root } from "../../scripts/bundling.ts";
import { writeLeads } from "../leads-file.ts";
import { bareHono } from "./bare-hono.ts";
import { fewLeads } from "./target.ts";
import type { Target } from "./target.ts";

/** Vercel's emulate, started by its command with the Lead service in `peers/emulate.config.mjs`. */
export function emulate(packages: string): Target {
  return {
    ...bareHono(""),
    name: "emulate",
    command(leads, folder) {
      const data = writeLeads(folder, "emulate", leads ?? fewLeads);
      return (port) => ({
        line: [
          process.execPath,
          join(packages, "emulate/dist/index.js"),
          "start",
          "--config",
          join(root, "bench/peers/emulate.config.mjs"),
          "--port",
          String(port),
        ],
        env: { LEADS: data },
      });
    },
    // The route behind the reset button of its inspector.
    reset: { method: "POST", path: "/_emulate/reset" },
    note: "its own state and inspector; the handlers of Leads are written here",
  };
}
