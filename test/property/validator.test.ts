import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { sized } from "../long/size.ts";
import { anyCharacter } from "../support/any-text.ts";
import type { Reply } from "../support/reply.ts";
import { at, text } from "../support/reply.ts";
import type { World } from "../support/world.ts";
import { ids, newWorld } from "../support/world.ts";
import { envelopeFault } from "./envelope.ts";
import { anyBody, shortJson, unmarked } from "./hostile-json.ts";
import { seeded } from "./seeded.ts";

const create = `/v1/firms/${ids.partnerFirm}/leads`;
const change = `/v1/leads/${ids.activeLead}`;

/** Two workspaces for the bodies: one rejects what the other accepts. */
const workspaces = [
  { title: "under the default rules", assumptions: {} },
  {
    title: "under the most lenient rules",
    assumptions: {
      "lead.required": "email-only",
      "lead.required.empty": "accepted",
      "lead.text.characters": "accepted",
      "lead.unknown-field": "ignored",
      "lead.parent-fields": "ignored",
      "lead.unique.deleted": "freed",
      "client-data.enrichment": "unchecked",
      "client-data.plans.empty": "accepted",
      "plan.type": "any-string",
      "http.body.depth": "512-levels",
    },
  },
];

describe.each(workspaces)("a body of random JSON $title", ({ assumptions }) => {
  it("gets 201 and is stored, or a refusal in the envelope without effect, on POST (7)", async () => {
    const world = await newWorld({ assumptions });
    await fc.assert(
      fc.asyncProperty(anyBody, async (body) => {
        const { reply, faults } = await sent(world, "POST", create, unmarked(body));
        expect([201, 409, 413, 422]).toContain(reply.status);
        expect(faults).toEqual([]);
      }),
      seeded(sized(60, 150)),
    );
  });

  it("gets 200 and is stored, or a refusal in the envelope without effect, on PATCH (7)", async () => {
    const world = await newWorld({ assumptions });
    await fc.assert(
      fc.asyncProperty(anyBody, async (body) => {
        const { reply, faults } = await sent(world, "PATCH", change, unmarked(body));
        expect([200, 409, 413, 422]).toContain(reply.status);
        expect(faults).toEqual([]);
      }),
      seeded(sized(60, 150)),
    );
  });
});

describe("query parameters of random text", () => {
  it("get 200, or 422 in the envelope, on GET of a list (4.3, 7)", async () => {
    const world = await newWorld();
    const fields = fc.constantFrom(
      "email",
      "createdAt",
      "phone",
      "plan_ids",
      "__proto__",
      "$or",
      "no",
    );
    const filter = fc.oneof(
      shortJson,
      fc.tuple(fields, shortJson).map(([field, json]) => `{"${field}":${json}}`),
      fc
        .tuple(fields, operators, shortJson)
        .map(([field, of, json]) => `{"${field}":{"${of}":${json}}}`),
    );
    const order = fc.oneof(
      shortJson,
      fc.tuple(fields, shortJson).map(([field, json]) => `[["${field}",${json}]]`),
      fields.map((field) => `[["${field}","ASC"]]`),
    );
    const parameters = fc.record(
      { filter, order, limit: anyText, offset: anyText, scope: anyText, include: anyText },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(parameters, async (query) => {
        const reply = await world.api("GET", `/v1/leads?${new URLSearchParams(query).toString()}`);
        expect([200, 422]).toContain(reply.status);
        expect(reply.status === 200 ? null : envelopeFault(reply)).toBeNull();
      }),
      seeded(sized(100, 250)),
    );
  });
});

const operators = fc.constantFrom(
  "$eq",
  "$ne",
  "$lt",
  "$lte",
  "$gt",
  "$gte",
  "$in",
  "$or",
  "__proto__",
);
const anyText = fc.oneof(
  shortJson,
  fc.string({ unit: anyCharacter }),
  fc.constantFrom("1", "100", "101", "-1", "1e2", "9007199254740991", "9007199254740992", "0x1"),
);

interface Sent {
  readonly reply: Reply;
  readonly faults: readonly string[];
}

/** Sends a body to a world in its initial state, and describes what is wrong with the result. */
async function sent(world: World, method: string, path: string, rawBody: string): Promise<Sent> {
  const headers = { "content-type": "application/json" };
  const before = await everything(world);
  const reply = await world.api(method, path, { rawBody, headers });
  if (reply.status >= 300) {
    const isSame = before === (await everything(world));
    const faults = [envelopeFault(reply), isSame ? null : "a refused request changed something"];
    return { reply, faults: faults.filter((fault) => fault !== null) };
  }
  const stored = await world.api("GET", `/v1/leads/${text(reply, "data.id")}`);
  await world.control("POST", "/reset", {});
  const wanted = JSON.stringify(clientDataOf(rawBody) ?? at(reply, "data.clientData"));
  const faults = [
    stored.text === reply.text ? null : `answered ${reply.text}, stored ${stored.text}`,
    JSON.stringify(at(reply, "data.clientData")) === wanted ? null : `clientData was ${wanted}`,
  ];
  return { reply, faults: faults.filter((fault) => fault !== null) };
}

/** Everything that a write could change. */
async function everything(world: World): Promise<string> {
  const replies = await Promise.all([
    world.control("GET", "/leads?limit=1000"),
    world.control("GET", "/emails?limit=1"),
  ]);
  return replies.map((reply) => reply.text).join("\n");
}

function clientDataOf(body: string): unknown {
  const parsed: unknown = JSON.parse(body);
  const sentObject = typeof parsed === "object" && parsed !== null ? parsed : {};
  return Object.entries(sentObject).find(([key]) => key === "clientData")?.[1] ?? null;
}
