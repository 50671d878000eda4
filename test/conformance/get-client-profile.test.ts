import { it } from "vitest";

import { ids, newWorld } from "../support/world.ts";
import { expect } from "./answers.ts";
import { describeGenericRecord } from "./generic-reads.ts";

describeGenericRecord(
  {
    id: "get-client-profile",
    clause: "2.4, 4.2, 5.2",
    record: {
      id: ids.clientProfile,
      createdAt: "2026-01-12T15:30:00.000Z",
      updatedAt: "2026-01-12T15:30:00.000Z",
      deletedAt: null,
      email: "carla.converted@example.com",
      firstName: "Carla",
      lastName: "Conti",
      phone: { number: "4165550103" },
      clientData: { prefix: "Ms.", dateOfBirth: "1986-04-12" },
    },
  },
  {
    403: () => {
      it("403 for a key with default permissions, which reads profiles only by include on a Plan (5.7)", async () => {
        const world = await newWorld();
        const reply = await world.api("GET", `/v1/clientProfiles/${ids.clientProfile}`);
        expect(reply).toRefuse(403, "auth.permissions");
      });
    },
  },
);
