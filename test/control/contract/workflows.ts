import { expect } from "vitest";

import { at } from "../../support/reply.ts";
import { ids } from "../../support/world.ts";
import type { Row } from "./row.ts";
import { answered, refused } from "./row.ts";

/** The calls about workflows. */
export const workflows: readonly Row[] = [
  {
    call: "PUT W/workflows",
    promise: "replaces them all; an invalid step is 422 with its place and changes nothing",
    async keeps(world) {
      const step = { method: "PATCH", path: "/leads/{leadId}", params: { leadId: ids.activeLead } };
      const answer = { status: 202, body: { done: true } };
      const workflow = { id: "touch", method: "POST", request: null, steps: [step], answer };
      const put = await world.control("PUT", "/workflows", { workflows: [workflow] });
      expect(at(answered(200, put), "data")).toEqual([workflow]);
      const ran = await world.api("POST", "/v1/workflows/touch", { body: {} });
      expect(answered(202, ran).json).toEqual({ done: true });
      const wrong = { ...workflow, steps: [{ ...step, path: "/lead/{leadId}" }] };
      refused(
        422,
        await world.control("PUT", "/workflows", { workflows: [wrong] }),
        /workflows\.0\.steps\.0\.path/,
      );
      expect(at(await world.control("GET", "/workflows"), "data")).toEqual([workflow]);
    },
  },
  {
    call: "GET W/workflows",
    promise: "the workflows of the fixture, or those that replaced them",
    async keeps(world) {
      const reply = answered(200, await world.control("GET", "/workflows"));
      expect(at(reply, "data.0")).toMatchObject({ id: "request-callback", method: "POST" });
    },
  },
];
