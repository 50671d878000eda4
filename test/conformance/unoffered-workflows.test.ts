/** Workflow methods without a workflow in the fixture (1.5; rule workflow.unknown). */
import { describe, it } from "vitest";

import { newWorld } from "../support/world.ts";
import { expect } from "./answers.ts";
import { canSucceed, operations } from "./cases.ts";
import { describeRefusals } from "./refusals.ts";

const unoffered = operations.filter(
  (operation) => operation.permission !== null && !canSucceed(operation),
);

describe.each(unoffered)("$method $path", ({ id, method }) => {
  describeRefusals(id, {
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
