import { describe, it } from "vitest";

import type { Reply } from "../support/reply.ts";
import type { World } from "../support/world.ts";
import { ids, newWorld } from "../support/world.ts";
import { expect } from "./answers.ts";
import { issueKey, newLead, usedKey } from "./cases.ts";

interface Faulty {
  readonly of: string;
  readonly send: (world: World) => Promise<Reply>;
}

const ownLeads = `/v1/firms/${ids.partnerFirm}/leads`;
const foreignLeads = `/v1/firms/${ids.realtyFirm}/leads`;
const taken = { ...newLead, email: "ada.active@example.com" };

describe("401 before 429 (rule error.order)", () => {
  const faulty: readonly Faulty[] = [
    {
      of: "a used-up key that was revoked",
      async send(world) {
        const key = await usedKey(world, 500, "PT15M");
        const keys = await world.control("GET", "/api-keys");
        const id = /"id":"(\w+)","key":"KEY"/.exec(keys.text.replace(key, "KEY"))?.[1];
        await world.control("DELETE", `/api-keys/${id}`);
        return world.api("GET", ownLeads, { key });
      },
    },
  ];
  it.each(named(faulty))("401 for %s (error.order, 7)", async (_of, { send }) => {
    const reply = await send(await newWorld());
    expect(reply).toAnswer(401);
  });
});

describe("429 before 404 and 403 (rule error.order)", () => {
  const faulty: readonly Faulty[] = [
    { of: "another Firm's record", send: usedUp("GET", `/v1/leads/${ids.foreignLead}`) },
    { of: "a path that does not exist", send: usedUp("GET", "/v1/nothing") },
    {
      of: "a key of the other role type",
      send: async (world) =>
        world.api("GET", ownLeads, {
          key: await usedKey(world, 500, "PT15M"),
          surface: "realtor",
        }),
    },
  ];
  it.each(named(faulty))(
    "429 for a used-up key and %s (error.order, 7, 8)",
    async (_of, { send }) => {
      const reply = await send(await newWorld());
      expect(reply).toAnswer(429);
    },
  );
});

describe("403 and 404 before 413 and 422 (rule error.order)", () => {
  const faulty: readonly (Faulty & { readonly status: number })[] = [
    {
      of: "another Firm's path and a body that is not JSON",
      status: 404,
      send: (world) => world.api("POST", foreignLeads, { rawBody: "{" }),
    },
    {
      of: "another Firm's path and a body that is too large",
      status: 404,
      send: (world) => world.api("POST", foreignLeads, { rawBody: tooLarge() }),
    },
    {
      of: "an archived Lead and an include that does not exist",
      status: 404,
      send: (world) => world.api("GET", `/v1/leads/${ids.archivedLead}?include=Firms`),
    },
    {
      of: "a key without permission and a body that is not JSON",
      status: 403,
      send: async (world) =>
        world.api("POST", ownLeads, {
          key: (await issueKey(world, { permissions: [] })).key,
          rawBody: "{",
        }),
    },
  ];
  it.each(faulty.map((row) => [`${row.status} for ${row.of}`, row] as const))(
    "%s (error.order, 7)",
    async (_title, { status, send }) => {
      const reply = await send(await newWorld());
      expect(reply).toAnswer(status);
    },
  );
});

describe("422 before 409 (rule error.order)", () => {
  const faulty: readonly Faulty[] = [
    {
      of: "a taken email and a parameter given twice",
      send: (world) =>
        world.api("POST", `${ownLeads}?disableClientOutreach=true&disableClientOutreach=true`, {
          body: taken,
        }),
    },
    {
      of: "a PATCH to a taken email and a wrong phone",
      send: (world) =>
        world.api("PATCH", `/v1/leads/${ids.activeLead}`, {
          body: { email: "ben.active@example.com", phone: 7 },
        }),
    },
  ];
  it.each(named(faulty))("422 for %s (error.order, 7)", async (_of, { send }) => {
    const reply = await send(await newWorld());
    expect(reply).toAnswer(422);
  });
});

/** The rows with their names first, as `%s` prints long names in full. */
function named<Row extends Faulty>(rows: readonly Row[]): readonly [string, Row][] {
  return rows.map((row) => [row.of, row]);
}

function usedUp(method: string, path: string): Faulty["send"] {
  return async (world) => world.api(method, path, { key: await usedKey(world, 500, "PT15M") });
}

function tooLarge(): string {
  return JSON.stringify({ ...newLead, clientData: { notes: "n".repeat(1_048_576) } });
}
