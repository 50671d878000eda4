import * as z from "zod";

import { ok } from "../calls/answer.ts";
import { withNoQuery } from "../calls/operation.ts";
import { one } from "../calls/shapes.ts";

const ShownNext = z
  .strictObject({
    from: z
      .string()
      .nullable()
      .describe("The moment from which it is in force; null for the start"),
    inForce: z.boolean().describe("Whether it is in force on the clock of the workspace"),
    changes: z.array(z.string()).readonly().describe("The ids of its changes"),
  })
  .meta({ id: "NextInterface" });

/** GET `W/next`: lets a test wait for the switch. */
export const getNext = withNoQuery({
  id: "get-next",
  summary: "Show the announced interface of `serve --next` or `exec --next`; null without one",
  method: "GET",
  path: "/next",
  answer: one(ShownNext.nullable()),
  run: ({ server, workspace }) => ok(server.nextOf(workspace)),
});
