import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  apiKeysOf,
  loadApiKeys,
  loadWorld,
} from "../../../src/world/workspace/fixtures/load-world.ts";
import { worldOf } from "../../../src/world/workspace/fixtures/save-world.ts";
import { World } from "../../../src/world/workspace/fixtures/world.ts";
import { sized } from "../../long/size.ts";
import { seeded } from "../../property/seeded.ts";
import { noField } from "../../support/every-field.ts";
import { aLead, leadIds, memoryStore } from "../store/samples.ts";
import { someWorld } from "./worlds.ts";

const firm = { id: "Firm0001", name: "Firm", firmType: "Partner" } as const;

/** The saved form of a store that was filled from a world. */
function savedFrom(document: World): World {
  const store = memoryStore();
  loadWorld(store, document);
  loadApiKeys(
    store,
    apiKeysOf(document, ({ key = "" }) => key),
  );
  return worldOf(store, document.assumptions);
}

function world(lists: object): World {
  return World().parse({ firms: [firm], ...lists });
}

describe("worldOf", () => {
  it("writes any world as it was read, with any texts, times and JSON (2.1)", () => {
    fc.assert(
      fc.property(someWorld, (document) => {
        const saved = savedFrom(World().parse(document));
        expect(saved).toEqual(document);
        expect(saved.leads.map(dataOf)).toEqual(document.leads.map(dataOf));
      }),
      seeded(sized(50, 150)),
    );
  });

  it("adds defaults for omitted fields", () => {
    const lead = {
      id: "Lead0001",
      email: "ann@example.com",
      resourceType: "Firm",
      resourceId: "Firm0001",
    };
    const { leads, firms } = savedFrom(world({ leads: [lead] }));
    const born = "2026-01-05T09:00:00.000Z";
    const times = { createdAt: born, updatedAt: born, deletedAt: null };
    expect(firms).toEqual([{ ...firm, colour: null, logo: null, ...times }]);
    expect(leads).toEqual([
      {
        ...lead,
        environment: "sandbox",
        ...noField,
        ...times,
        convertedAt: null,
        clientProfileId: null,
      },
    ]);
  });

  it("uses the time of the world for its records, and the creation of a record for its update", () => {
    const createdAt = "2020-02-02T02:02:02.000Z";
    const second = { ...firm, id: "Firm0002", createdAt: "2021-01-01T00:00:00.000Z" };
    const { firms } = savedFrom(world({ createdAt, firms: [firm, second] }));
    expect(firms.map((one) => [one.createdAt, one.updatedAt])).toEqual([
      [createdAt, createdAt],
      [second.createdAt, second.createdAt],
    ]);
  });

  it("converts times to UTC", () => {
    const { firms } = savedFrom(
      world({ firms: [{ ...firm, createdAt: "2026-03-02T09:00:00.5+05:30" }] }),
    );
    expect(firms[0]?.createdAt).toBe("2026-03-02T03:30:00.500Z");
  });

  it("closes the gaps between record numbers and keeps their order", () => {
    const store = memoryStore();
    for (const number of [40, 3, 17]) store.leads.insert(number, aLead(`Lead${number}`));
    const { leads } = worldOf(store, {});
    const again = memoryStore();
    loadWorld(again, { ...world({}), leads });
    expect(leadIds(again)).toEqual(["Lead3", "Lead17", "Lead40"]);
    expect(again.leads.nextNumber()).toBe(4);
  });
});

describe("loadWorld", () => {
  it("assigns a Lead to the Firm of its parent, even if a Firm and a member share an id (1.8)", () => {
    const shared = "Shared01";
    const member = {
      id: shared,
      firmId: "Firm0001",
      email: "mia@example.com",
      firstName: "Mia",
      lastName: "Moss",
      isOwner: true,
    };
    const lead = { email: "ann@example.com", resourceId: shared };
    const store = memoryStore();
    loadWorld(
      store,
      world({
        firms: [firm, { ...firm, id: shared }],
        firmMembers: [member],
        leads: [
          { ...lead, id: "OfFirm01", resourceType: "Firm" },
          { ...lead, id: "OfMember", resourceType: "FirmMember" },
        ],
      }),
    );
    expect(store.leads.find("OfFirm01")?.firmId).toBe(shared);
    expect(store.leads.find("OfMember")?.firmId).toBe("Firm0001");
  });
});

/** As text, to include keys such as `__proto__`. */
function dataOf({ phone, clientData }: World["leads"][number]): string {
  return JSON.stringify([phone, clientData]);
}
