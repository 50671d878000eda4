import * as z from "zod";

import { list } from "./answer.ts";
import type { ControlOperation } from "./operation.ts";
import { reading } from "./operation.ts";
import { pageOf } from "./shapes.ts";

const ShownEvent = z.strictObject({
  cursor: z.int(),
  at: z.string(),
  type: z.string(),
  data: z.record(z.string(), z.json()),
});

/** GET `W/events`: what happened, oldest first. */
export const listEvents: ControlOperation = reading({
  id: "list-events",
  summary: "What happened after a cursor, in order",
  level: "workspace",
  method: "GET",
  path: "/events",
  query: z.strictObject({ after: z.coerce.number().int().min(0).default(0) }),
  answer: pageOf(ShownEvent),
  run: ({ workspace }, { after }) =>
    list(workspace.events.after(after), (event) => ({
      ...event,
      at: new Date(event.at).toISOString(),
    })),
});
