import { it } from "vitest";

import { at } from "../support/reply.ts";
import { ids, newWorld } from "../support/world.ts";
import { expect } from "./answers.ts";
import { describeGenericRecord } from "./generic-reads.ts";

describeGenericRecord(
  {
    id: "get-plan",
    clause: "2.3, 4.2",
    record: {
      id: ids.plan,
      createdAt: "2026-01-12T15:30:00.000Z",
      updatedAt: "2026-01-12T15:30:00.000Z",
      deletedAt: null,
      name: null,
      type: "Buying",
      status: "Ready for Pre-approval",
      amount: null,
    },
  },
  {
    200: () => {
      it("200 with include=ClientProfiles and the profiles nested in the Plan (4.1)", async () => {
        const world = await newWorld();
        const reply = await world.api("GET", `/v1/plans/${ids.plan}?include=ClientProfiles`);
        expect(at(reply, "data.ClientProfiles")).toMatchObject([
          { id: ids.clientProfile, email: "carla.converted@example.com" },
        ]);
      });
    },
    404: () => {
      it("404 for a Plan that the client opened later, until staff links it to the Firm (2.3)", async () => {
        const world = await newWorld();
        const path = `/v1/plans/${ids.privatePlan}`;
        expect(await world.api("GET", path)).toRefuse(404, "auth.foreign-record");
        const firmId = ids.partnerFirm;
        await world.control("POST", `/plans/${ids.privatePlan}/owners`, { firmId });
        expect(await world.api("GET", path)).toAnswer(200);
      });
    },
  },
);
