import * as z from "zod";

import { worldWithHistory } from "../../../world/workspace/fixtures/save-world.ts";
import { World } from "../../../world/workspace/fixtures/world.ts";
import { ok } from "../calls/answer.ts";
import { exclusive } from "../calls/exclusive.ts";
import { textType } from "../calls/media-types.ts";
import { withBody, withNoQuery } from "../calls/operation.ts";
import { one } from "../calls/shapes.ts";
import { clearingMailpit } from "../mail/mailpit-arrivals.ts";
import { answerConfigured } from "./show-workspace.ts";
import { ConfiguredWorkspace } from "./shown-workspace.ts";
import { noSuchFixture } from "./workspaces.ts";

export const resetWorkspace = withBody({
  id: "reset-workspace",
  destroys:
    "The workspace goes back to its fixture: all records, mail, requests, events and faults since then are lost.",
  summary:
    "Back to the fixture, or on to another: rows, ids, clock, quota, faults, mail, journal, events, assumptions",
  method: "POST",
  path: "/reset",
  body: z
    .strictObject({ fixture: z.string().exactOptional(), mailpit: z.boolean().exactOptional() })
    .default({}),
  answer: one(ConfiguredWorkspace),
  mediaType: textType,
  async run(call, { fixture, mailpit = false }) {
    const reset = async (): Promise<void> => {
      const done = await exclusive(call, () => call.registry.reset(call.workspace, fixture));
      if (!done) throw noSuchFixture(call.registry, fixture ?? call.workspace.origin().fixture);
    };
    await (mailpit ? clearingMailpit(call, reset) : reset());
    return answerConfigured(call, call.workspace);
  },
});

/** GET `W/state`: the records and assumptions; only snapshots contain mail, journal and quota use. */
export const getState = withNoQuery({
  id: "get-state",
  summary: "Export the world as one document in the format of a fixture",
  method: "GET",
  path: "/state",
  answer: one(World()),
  run: ({ workspace }) => ok(worldWithHistory(workspace.store(), workspace.assumptions())),
});

/** PUT `W/state`: clears mail, journal, events, quota use and faults. The clock keeps running. */
export const putState = withBody({
  id: "put-state",
  destroys: "All records, mail, requests and events of the workspace are lost.",
  summary: "Replace the world; a key that another workspace has is replaced by a new one",
  method: "PUT",
  path: "/state",
  body: World(),
  answer: one(ConfiguredWorkspace),
  mediaType: textType,
  async run(call, world) {
    await exclusive(call, () => call.registry.replace(call.workspace, world));
    return answerConfigured(call, call.workspace);
  },
});
