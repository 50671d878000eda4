/** The workflows of a workspace, which fixtures describe, too (interface 1.5; rules workflow.unknown, workflow.steps). */
import * as z from "zod";

import { lazy } from "../../../base/values/lazy.ts";
import { listOf } from "../../../world/workspace/fixtures/list-of.ts";
import { workflowFrom } from "../../../world/workspace/fixtures/load-world.ts";
import { workflowEntry } from "../../../world/workspace/fixtures/save-world.ts";
import { WorldWorkflow } from "../../../world/workspace/fixtures/world-records.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";
import { ok } from "../calls/answer.ts";
import type { ControlAnswer } from "../calls/operation.ts";
import { withBody, withNoQuery } from "../calls/operation.ts";
import { one } from "../calls/shapes.ts";

const Workflows = lazy(() =>
  z.strictObject({
    workflows: listOf(WorldWorkflow()).superRefine((workflows, context) => {
      const known = new Set<string>();
      for (const [index, { id }] of workflows.entries()) {
        const path = [index, "id"];
        if (known.has(id))
          context.addIssue({ code: "custom", path, message: `${id} is there twice` });
        known.add(id);
      }
    }),
  }),
);

export const getWorkflows = withNoQuery({
  id: "get-workflows",
  summary: "List the workflows",
  method: "GET",
  path: "/workflows",
  answer: one(z.array(WorldWorkflow())),
  run: ({ workspace }) => listWorkflows(workspace),
});

export const putWorkflows = withBody({
  id: "put-workflows",
  destroys: "The earlier workflows are lost.",
  summary: "Replace the workflows",
  method: "PUT",
  path: "/workflows",
  body: Workflows(),
  answer: one(z.array(WorldWorkflow())),
  run({ workspace }, { workflows }) {
    workspace.transaction(() => {
      const store = workspace.store().workflows;
      store.clear();
      for (const workflow of workflows) store.insert(workflowFrom(workflow));
      workspace.emit("workflows.set", { count: workflows.length });
    });
    return listWorkflows(workspace);
  },
});

function listWorkflows(workspace: Workspace): ControlAnswer {
  return ok(workspace.store().workflows.all().map(workflowEntry));
}
