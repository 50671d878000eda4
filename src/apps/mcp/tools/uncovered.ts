import * as z from "zod";

import type { WorkspaceClient } from "../../../library/client/workspace-client.ts";
import type { Catalogue } from "../catalogue.ts";
import { statusesOf } from "../catalogue.ts";
import { ToolFailure } from "../failure.ts";
import type { HowContext } from "../hows.ts";
import { howTo } from "../hows.ts";
import type { NextCall } from "../tool-names.ts";
import { newTool } from "../tool.ts";

type Coverage = Awaited<ReturnType<WorkspaceClient["coverage"]>>;

/** What the traffic has not met, and how it would. */
export const uncovered = newTool({
  name: "uncovered",
  kind: "read",
  description:
    "What the traffic has not met yet: statuses of the operations it called, each with how to bring it about, transitions of records, and rules.",
  input: {
    operation: z.string().min(1).max(200).optional().describe("One operation, called or not"),
    kind: z.enum(["statuses", "transitions", "rules"]).default("statuses"),
  },
  example: {},
  async run({ surroundings, workspace }, { operation, kind }) {
    const world = surroundings.client.workspace(workspace);
    const [coverage, catalogue, { firms }] = await Promise.all([
      world.coverage(),
      surroundings.catalogue(),
      surroundings.client.workspaces.get(workspace),
    ]);
    const called = coverage.operations.filter(({ id, statuses }) =>
      operation === undefined ? Object.keys(statuses).length > 0 : id === operation,
    );
    if (called.length === 0 && operation !== undefined) {
      throw new ToolFailure(
        "There is no such operation.",
        [{ tool: "uncovered", arguments: { workspace } }],
        { operation: "Expected an id such as post-leads-for-firm" },
      );
    }
    const firm = firms.find(({ apiKeys }) => apiKeys.some(isUsual));
    const context: HowContext = {
      workspace,
      firmId: firm?.id ?? null,
      apiKeyId: firm?.apiKeys.find(isUsual)?.id ?? null,
      rules: catalogue.rules,
    };
    const missing = kind === "statuses" ? missingIn(called, catalogue, context) : [];
    const shared = { requests: coverage.requests, totals: coverage.totals };
    const calledIds = called.map(({ id, statuses }) => ({ operation: id, statuses }));
    const next = nextAfterUncovered(workspace, missing, called.length);
    if (kind === "transitions") {
      const transitions = coverage.transitions
        .filter(({ count }) => count === 0)
        .map(({ of, from, to }) => ({ of, from, to, how: transitionHows[`${of} ${to}`] }));
      return { data: { ...shared, transitions }, lists: ["transitions"], next };
    }
    if (kind === "rules") {
      const rules = rulesIn(called, coverage, catalogue);
      return { data: { ...shared, rules, total: rules.length }, lists: ["rules"], next };
    }
    return { data: { ...shared, called: calledIds, missing }, lists: ["missing", "called"], next };
  },
});

function isUsual({ roleType, environment }: { roleType: string; environment: string }): boolean {
  return roleType === "Partner" && environment === "sandbox";
}

/** Statuses in ascending order, with the operations that one way brings to each. */
function missingIn(called: Coverage["operations"], catalogue: Catalogue, context: HowContext) {
  const ways = called.flatMap(({ id, missing }) => {
    const operation = catalogue.operations.find((one) => one.id === id);
    if (operation === undefined) return [];
    const statuses = statusesOf(catalogue, operation);
    return missing
      .filter((status) => statuses.has(status))
      .map((status) => {
        const how = howTo(status, operation, statuses.get(status) ?? [], context);
        return { status, operation: id, how };
      });
  });
  const groups = Map.groupBy(ways, ({ status, how }) => `${status} ${how.then}`);
  return [...groups.values()]
    .map((group) => {
      const [{ status, how } = { status: 0, how: { call: null, then: "" } }] = group;
      const { call, then } = how;
      return {
        status,
        operations: group.map(({ operation }) => operation),
        ...(call === null ? {} : { call }),
        then,
      };
    })
    .toSorted((one, other) => one.status - other.status);
}

/** What brings a record into a state, by record and state. */
const transitionHows: Readonly<Record<string, string>> = {
  "Lead Active": "Create a Lead, or PATCH one.",
  "Lead Converted": "act convert_lead with its id, or sign_up with its email.",
  "Lead Archived": "DELETE it, or act archive_lead with its id.",
  "Plan New": "act convert_lead for a Lead whose clientData has Plans.",
};

/** Unmet rules that the contracts of the called operations name. */
function rulesIn(
  called: Coverage["operations"],
  coverage: Coverage,
  catalogue: Catalogue,
): readonly object[] {
  const unmet = new Set(coverage.rules.filter(({ count }) => count === 0).map(({ id }) => id));
  const ids = new Set(called.map(({ id }) => id));
  return catalogue.rules
    .filter(({ id, operations = [] }) => unmet.has(id) && operations.some((one) => ids.has(one)))
    .map(({ id, standing, operations = [] }) => ({
      id,
      standing,
      operations: operations.filter((one) => ids.has(one)),
    }));
}

function nextAfterUncovered(
  workspace: string,
  missing: readonly { readonly operations: readonly string[]; readonly call?: NextCall }[],
  called: number,
): readonly NextCall[] {
  if (called === 0) {
    return [{ tool: "look_up", arguments: { query: "POST /firms/{firmId}/leads" } }];
  }
  const call = missing.find((one) => one.call !== undefined)?.call;
  const happened: NextCall = { tool: "what_happened", arguments: { workspace } };
  return call === undefined ? [happened] : [call, happened];
}
