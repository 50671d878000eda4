import * as z from "zod";

import { isChoiceRuleId, ruleIds, ruleOf } from "../../../domain/rules/catalogue.ts";
import { chosenFor } from "../../../domain/rules/trace.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";
import { ok } from "../calls/answer.ts";
import { ControlError } from "../calls/control-error.ts";
import { withBody, withNoQuery } from "../calls/operation.ts";
import { one } from "../calls/shapes.ts";
import { Assumptions } from "./workspaces.ts";

const Choices = z.record(z.string(), z.string());

function choicesInForce(workspace: Workspace): Record<string, string> {
  const assumptions = workspace.assumptions();
  return Object.fromEntries(
    ruleIds.filter(isChoiceRuleId).map((id) => [id, chosenFor(id, assumptions)]),
  );
}

/** GET `W/assumptions`: the current choice of every rule that has alternatives. */
export const getAssumptions = withNoQuery({
  id: "get-assumptions",
  summary: "Show the current choices, by rule id",
  method: "GET",
  path: "/assumptions",
  answer: one(Choices),
  run: ({ workspace }) => ok(choicesInForce(workspace)),
});

/** PUT `W/assumptions`: switches the named rules and leaves the others unchanged. */
export const putAssumptions = withBody({
  id: "put-assumptions",
  summary: "Switch rules to an alternative; other rules do not change",
  method: "PUT",
  path: "/assumptions",
  destroys: null,
  body: Assumptions,
  answer: one(Choices),
  run({ workspace }, switched) {
    workspace.setAssumptions({ ...workspace.assumptions(), ...switched });
    workspace.emit("assumptions.set", { ...switched });
    return ok(choicesInForce(workspace));
  },
});

/** PUT `W/assumptions/{ruleId}`: switches one rule and answers that one. */
export const putAssumption = withBody({
  id: "put-assumption",
  summary: "Switch one rule to an alternative, and show its choice before and after",
  method: "PUT",
  path: "/assumptions/{ruleId}",
  destroys: null,
  body: z.strictObject({ choice: z.string() }),
  answer: one(z.strictObject({ rule: z.string(), before: z.string(), choice: z.string() })),
  run({ workspace, params }, { choice }) {
    const id = params["ruleId"] ?? "";
    const rule = ruleIds.filter(isChoiceRuleId).find((known) => known === id);
    if (rule === undefined) {
      throw new ControlError(404, `There is no choice of rule ${JSON.stringify(id)}.`, {
        hint: "GET assumptions shows every rule with a choice.",
      });
    }
    const { default: usual = "", alternatives = [] } = ruleOf(rule);
    const choices: readonly string[] = [usual, ...alternatives];
    if (!choices.includes(choice)) {
      const message = `Expected one of ${choices.join(", ")}`;
      throw new ControlError(422, `Invalid body: choice: ${message}.`, {
        fields: { choice: [{ code: "INVALID", message }] },
      });
    }
    const assumptions = workspace.assumptions();
    const before = chosenFor(rule, assumptions);
    workspace.setAssumptions({ ...assumptions, [rule]: choice });
    workspace.emit("assumptions.set", { [rule]: choice });
    return ok({ rule, before, choice });
  },
});
