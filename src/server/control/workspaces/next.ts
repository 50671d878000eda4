import * as z from "zod";

import { ok } from "../calls/answer.ts";
import { withQuery } from "../calls/operation.ts";
import { NoQuery, one } from "../calls/shapes.ts";

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
export const getNext = withQuery({
  id: "get-next",
  summary: "Show the announced interface of `serve --next` or `exec --next`; null without one",
  level: "workspace",
  method: "GET",
  path: "/next",
  query: NoQuery,
  answer: one(ShownNext.nullable()),
  run: ({ server, workspace }) => ok(server.nextOf(workspace)),
});
