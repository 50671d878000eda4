import { describe, expect, it } from "vitest";

import type { PlannedVariation } from "../../../src/harness/explore/model.ts";
import { violations } from "../../../src/harness/explore/variations/violations.ts";
import { planned } from "./made-up.ts";
import type { Asked, Varied } from "./varied.ts";
import { person, varied } from "./varied.ts";

const maya = "maya@example.com";
const ask = (query: string) => `/leads?${query}`;
const filter = encodeURIComponent(JSON.stringify({ email: "ada.active@example.com" }));
const order = encodeURIComponent(JSON.stringify([["email", "ASC"]]));
const emails = ({ json }: Asked): readonly string[] =>
  json.data.map((lead: { email: string }) => lead.email);

/**
 * The requests that show each violation, with their results without it (`right`) and with it
 * (`wrong`).
 */
const shown: Readonly<
  Record<
    string,
    {
      readonly requests: (sandbox: Varied) => Promise<readonly unknown[]>;
      readonly right: unknown;
      readonly wrong: unknown;
    }
  >
> = {
  "duplicates-accepted": {
    async requests({ ask: send, firmId }) {
      const once = await send("POST", `/firms/${firmId}/leads`, person(maya));
      const twice = await send("POST", `/firms/${firmId}/leads`, person(maya));
      return [once.status, twice.status, twice.json.data?.email];
    },
    right: [201, 409, undefined],
    wrong: [201, 201, maya],
  },
  "limit-ignored": {
    requests: async ({ ask: send }) => [(await send("GET", ask("limit=1"))).json.data.length > 1],
    right: [false],
    wrong: [true],
  },
  "total-wrong": {
    async requests({ ask: send }) {
      const { data, meta } = (await send("GET", "/leads")).json;
      return [meta.total - data.length, meta.count - data.length];
    },
    right: [0, 0],
    wrong: [1, 0],
  },
  "deleted-listed": {
    requests: async ({ ask: send }) => [
      (await send("GET", "/leads")).json.data.some(
        (lead: { deletedAt: unknown }) => lead.deletedAt !== null,
      ),
    ],
    right: [false],
    wrong: [true],
  },
  "include-ignored": {
    requests: async ({ ask: send }) => [
      "Plans" in (await send("GET", ask("include=Plans"))).json.data[0],
    ],
    right: [true],
    wrong: [false],
  },
  "order-ignored": {
    async requests({ ask: send }) {
      const all = emails(await send("GET", ask(`order=${order}`)));
      return [all.join() === all.toSorted().join()];
    },
    right: [true],
    wrong: [false],
  },
  "filter-ignored": {
    requests: async ({ ask: send }) => [
      emails(await send("GET", ask(`filter=${filter}`))).length > 1,
    ],
    right: [false],
    wrong: [true],
  },
  "plan-ids-missing": {
    async requests({ ask: send, control, firmId }) {
      const made = await send(
        "POST",
        `/firms/${firmId}/leads`,
        person(maya, { clientData: { Plans: [{ type: "Buying" }] } }),
      );
      await control("POST", `/leads/${made.json.data.id}/convert`, {});
      const read = await send("GET", `/leads/${made.json.data.id}?scope=withDeleted`);
      return [read.json.data.plan_ids?.length];
    },
    right: [1],
    wrong: [undefined],
  },
  "create-stores-nothing": {
    async requests({ ask: send, firmId }) {
      const made = await send("POST", `/firms/${firmId}/leads`, person(maya));
      return [made.status, (await send("GET", `/leads/${made.json.data.id}`)).status];
    },
    right: [201, 200],
    wrong: [201, 404],
  },
  "update-changes-nothing": {
    async requests({ ask: send }) {
      const changed = await send("PATCH", "/leads/LeadHPa1", { firstName: "Changed" });
      const read = await send("GET", "/leads/LeadHPa1");
      return [changed.status, changed.json.data.firstName, read.json.data.firstName];
    },
    right: [200, "Changed", "Changed"],
    wrong: [200, "Changed", "Ada"],
  },
  "invalid-accepted": {
    async requests({ ask: send, firmId }) {
      const bad = await send("POST", `/firms/${firmId}/leads`, person("no email"));
      const list = await send("GET", ask("limit=1000"));
      return [bad.status, bad.json.data?.email, list.status];
    },
    right: [422, undefined, 422],
    wrong: [201, "no email", 200],
  },
  "foreign-leads-visible": {
    async requests({ ask: send, control }) {
      const all = await control("GET", "/leads?limit=100");
      const { firmId } = await foreignTo(send);
      const foreign = all.json.data.find(
        (lead: { firmId: string; deletedAt: unknown }) =>
          lead.firmId !== firmId && lead.deletedAt === null,
      );
      const list = await send("GET", "/leads");
      const read = await send("GET", `/leads/${foreign.id}`);
      return [emails(list).includes(foreign.email), read.status];
    },
    right: [false, 404],
    wrong: [true, 200],
  },
  "mail-despite-opt-out": {
    async requests({ ask: send, control, firmId }) {
      await send("POST", `/firms/${firmId}/leads?disableClientOutreach=true`, person(maya));
      return [(await control("GET", `/emails?to=${maya}`)).json.meta.total];
    },
    right: [0],
    wrong: [1],
  },
  "quota-not-enforced": {
    async requests({ ask: send }) {
      const statuses = await Promise.all(
        Array.from({ length: 60 }, async () => (await send("GET", ask("limit=1"))).status),
      );
      return [statuses.includes(429)];
    },
    right: [true],
    wrong: [false],
  },
};

/** The parent Firm of another key than that of `send`. */
async function foreignTo(send: Varied["ask"]): Promise<{ readonly firmId: string }> {
  const { data } = (await send("GET", "/firms")).json;
  return { firmId: data[0].id };
}

function violation(id: string): PlannedVariation {
  return planned(id, { family: "violations", call: null });
}

/** Lists that only the violations of all lists affect. */
async function directoryOf({ ask: send }: Varied): Promise<readonly string[]> {
  const [firms, codes] = [
    await send("GET", "/firms"),
    await send("GET", "/referralCodes?limit=100"),
  ];
  return [firms.text, codes.text];
}

describe("a violation", () => {
  it("is tested here for each kind", () => {
    expect(Object.keys(shown).toSorted()).toEqual(violations.map(({ id }) => id).toSorted());
  });

  it.each(Object.entries(shown))(
    "%s changes the expected responses and no others",
    async (id, { requests, right, wrong }) => {
      const [without, under] = [varied(), varied(violation(id))];
      expect(await requests(without)).toEqual(right);
      expect(await requests(under)).toEqual(wrong);
      without.close();
      under.close();
      const met = under.observer.seen().calls.filter(({ variation }) => variation !== null);
      expect(met.length).toBeGreaterThan(0);
    },
  );

  it.each(
    violations.map(({ id }) => id).filter((id) => id !== "total-wrong" && id !== "limit-ignored"),
  )("%s does not affect unrelated requests", async (id) => {
    const [without, under] = [varied(), varied(violation(id))];
    expect(await directoryOf(under)).toEqual(await directoryOf(without));
    without.close();
    under.close();
  });
});
