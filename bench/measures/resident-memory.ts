import type { Measure, Values } from "../bench.ts";
import { inTurns } from "../bench.ts";
import { fewLeads } from "../leads.ts";
import { sendMixed } from "../mixed-requests.ts";
import { withServed } from "../served.ts";
import { sandboxName } from "../targets/sandbox.ts";

const name = "resident-memory";

/** Memory as the system reports it to users. */
export const residentMemory: Measure = {
  name,
  title: "Memory after 100k mixed requests",
  note: "RSS of the server, no collection forced. Of twenty requests five create, six read one Lead, five list, two change and two are rejected (`mixed-requests.ts`). No reset in between. Each round starts a new server.",
  yardstick: null,
  run(bench) {
    const requests = bench.sized(20_000, 100_000);
    const visit = () =>
      withServed(bench.targets.sandbox, fewLeads, bench.folder, async (served): Promise<Values> => {
        await sendMixed(served.port, requests);
        return {
          requests: [requests, "count"],
          "RSS afterwards": [served.rss(), "MiB"],
          "peak RSS": [served.peak(), "MiB"],
        };
      });
    return inTurns(bench, name, [[sandboxName, visit]]);
  },
};
