import { describe, it } from "vitest";

import { rulesOf } from "../support/reply.ts";
import { ids, newWorld } from "../support/world.ts";
import { expect } from "./answers.ts";
import { describeRefusals } from "./refusals.ts";

const path = "/v1/workflows/request-callback";
const unpublished = "/v1/workflows/close-firm";

describe("POST /workflows/{workflowId}", () => {
  describe("200", () => {
    it("200 with the answer that the fixture describes (1.5)", async () => {
      const world = await newWorld();
      const body = { leadId: ids.activeLead, note: "After six" };
      const reply = await world.api("POST", path, { body });
      expect(reply).toAnswer(200);
      expect(reply.json).toEqual({ data: { accepted: true } });
      expect(rulesOf(reply)).toContain("workflow.unknown");
    });

    it("200 with the same answer without the version segment (9)", async () => {
      const world = await newWorld();
      const body = { leadId: ids.activeLead };
      expect(await world.api("POST", "/workflows/request-callback", { body })).toAnswer(200);
    });
  });

  describeRefusals("post-workflow", {
    404: () => {
      it("404 for a workflow that the fixture does not describe (4.4)", async () => {
        const world = await newWorld();
        const reply = await world.api("POST", unpublished, { body: {} });
        expect(reply).toRefuse(404, "workflow.unknown");
      });

      it("404 for every workflow in a fixture that describes none (4.4)", async () => {
        const world = await newWorld();
        const reset = await world.control("POST", "/reset", { fixture: "empty" });
        expect(reset).toAnswer(200);
        const issued = await world.control("GET", "/api-keys");
        const key = /"key":"([^"]+)"/.exec(issued.text)?.[1] ?? null;
        const reply = await world.api("POST", path, { key, body: { leadId: ids.activeLead } });
        expect(reply).toRefuse(404, "workflow.unknown");
      });
    },
    422: () => {
      it.each([
        { what: "a field that is missing", body: {}, fields: { leadId: "REQUIRED" } },
        {
          what: "a field of another type",
          body: { leadId: 7 },
          fields: { leadId: "INCORRECT_TYPE" },
        },
        {
          what: "a field that the workflow does not take",
          body: { leadId: ids.activeLead, colour: "red" },
          fields: { colour: "UNSUPPORTED" },
        },
        {
          what: "several fields at once",
          body: { note: 7, colour: "red" },
          fields: { leadId: "REQUIRED", note: "INCORRECT_TYPE", colour: "UNSUPPORTED" },
        },
      ])(
        "422 for $what in the schema that the fixture describes (1.5, 7)",
        async ({ body, fields }) => {
          const world = await newWorld();
          expect(await world.api("POST", path, { body })).toRefuseFields(422, fields);
        },
      );
    },
  });
});
