import * as z from "zod";

import { ok } from "../calls/answer.ts";
import { withNoQuery } from "../calls/operation.ts";
import { one } from "../calls/shapes.ts";

/** The variation of a trial of `explore`. */
export const ShownTrial = z
  .looseObject({ id: z.string(), family: z.string(), variation: z.string() })
  .nullable()
  .meta({
    id: "Trial",
    description: "What `explore` varies in this run; null when nothing is varied",
  });

/** GET `W/trial`: lets a test relax an assertion under a variation. */
export const getTrial = withNoQuery({
  id: "get-trial",
  summary: "Show what explore varies for this workspace; null in a baseline and without explore",
  method: "GET",
  path: "/trial",
  answer: one(ShownTrial),
  run: ({ server, workspace }) => ok(server.trialOf(workspace)),
});
