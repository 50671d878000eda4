import { join } from "node:path";

import { root } from "../../scripts/bundling.ts";
import type { Sent } from "../sent.ts";
import { sandbox } from "./sandbox.ts";
import type { Target } from "./target.ts";

/** Prism with the OpenAPI document of the emulated API. It answers with examples and has no state. */
export function prism(packages: string): Target {
  const { getOne, create, list, filter } = sandbox("");
  return {
    name: "Prism",
    command: () => (port) => ({
      line: [
        process.execPath,
        join(packages, "@stoplight/prism-cli/dist/index.js"),
        "mock",
        "--host",
        "127.0.0.1",
        "--port",
        String(port),
        "--verboseLevel",
        "silent",
        join(root, "contracts/openapi/lead-api.json"),
      ],
    }),
    getOne: bare(getOne),
    create: bare(create),
    list: (offset) => bare(list(offset)),
    ...(filter === undefined ? {} : { filter: (email) => bare(filter(email)) }),
    isStateful: false,
    note: "answers with the examples of the OpenAPI document; one process",
  };
}

/** Removes `/v1` from the path, as Prism ignores the path of the document's server URL. */
function bare(sent: Sent): Sent {
  return { ...sent, path: sent.path.replace(/^\/v1/, "") };
}
