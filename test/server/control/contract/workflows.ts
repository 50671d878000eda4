import { expect } from "vitest";

import { ids } from "../../../support/world.ts";
import type { Row } from "./row.ts";

/** The calls about workflows; `test/server/control/workspaces/workflows.test.ts` tests what they refuse. */
export const workflows: readonly Row[] = [
  {
    call: "PUT W/workflows",
    method: "workflows.put",
    promise: "replaces them all",
    async keeps({ workspace, api }) {
      const params = { leadId: ids.activeLead };
      const step = { method: "PATCH", path: "/leads/{leadId}", params } as const;
      const answer = { status: 202, body: { done: true } };
      const workflow = {
        id: "touch",
        method: "POST",
        request: null,
        steps: [step],
        answer,
      } as const;
      const given = [{ ...workflow, steps: [...workflow.steps] }];
      expect(await workspace.workflows.put(given)).toEqual([workflow]);
      const ran = await api("POST", "/v1/workflows/touch", { body: {} });
      expect([ran.status, ran.json]).toEqual([202, { done: true }]);
      expect(await workspace.workflows.get()).toEqual([workflow]);
    },
  },
  {
    call: "GET W/workflows",
    method: "workflows.get",
    promise: "the workflows of the fixture, or those that replaced them",
    async keeps({ workspace }) {
      const [first] = await workspace.workflows.get();
      expect(first).toMatchObject({ id: "request-callback", method: "POST" });
    },
  },
];
