import * as z from "zod";

import { isChoiceRuleId, ruleIds } from "../rules/catalogue.ts";
import { chosenFor } from "../rules/trace.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { ok } from "./answer.ts";
import { withQuery, withBody } from "./operation.ts";
import { NoQuery, one } from "./shapes.ts";
import { Assumptions } from "./workspaces.ts";

const Choices = z.record(z.string(), z.string());

function choicesInForce(workspace: Workspace): Record<string, string> {
  const assumptions = workspace.assumptions();
  return Object.fromEntries(
    ruleIds.filter(isChoiceRuleId).map((id) => [id, chosenFor(id, assumptions)]),
  );
}

/** GET `W/assumptions`: the current choice of every rule that has alternatives. */
export const getAssumptions = withQuery({
  id: "get-assumptions",
  summary: "Show the current choices, by rule id",
  level: "workspace",
  method: "GET",
  path: "/assumptions",
  query: NoQuery,
  answer: one(Choices),
  run: ({ workspace }) => ok(choicesInForce(workspace)),
});

/** PUT `W/assumptions`: switches the named rules and leaves the others unchanged. */
export const putAssumptions = withBody({
  id: "put-assumptions",
  summary: "Switch rules to an alternative; other rules do not change",
  level: "workspace",
  method: "PUT",
  path: "/assumptions",
  body: Assumptions,
  answer: one(Choices),
  run({ workspace }, switched) {
    workspace.setAssumptions({ ...workspace.assumptions(), ...switched });
    workspace.emit("assumptions.set", { ...switched });
    return ok(choicesInForce(workspace));
  },
});
