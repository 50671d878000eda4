import { describe, it } from "vitest";

import { newWorld } from "../support/world.ts";
import { expect } from "./answers.ts";
import { describeRefusals } from "./refusals.ts";

/** The conformance of a method that no workflow of the fixture is described for (1.5; rule workflow.unknown). */
export function describeUnofferedWorkflow(method: string): void {
  describe(`${method} /workflows/{workflowId}`, () => {
    describeRefusals(`${method.toLowerCase()}-workflow`, {
      404: () => {
        it("404 for a workflow that the fixture does not describe (4.4)", async () => {
          const world = await newWorld();
          const reply = await world.api(method, "/v1/workflows/close-firm");
          expect(reply).toRefuse(404, "workflow.unknown");
        });

        it("404 for a workflow that the fixture describes for another method (4.4)", async () => {
          const world = await newWorld();
          const reply = await world.api(method, "/v1/workflows/request-callback");
          expect(reply).toRefuse(404, "workflow.unknown");
        });
      },
    });
  });
}
