import { describe, expect, it } from "vitest";

import { evolution } from "../../../src/harness/explore/variations/evolution.ts";
import { timeForms } from "../../../src/harness/explore/variations/time-forms.ts";
import { planned } from "./made-up.ts";
import type { Asked, Varied } from "./varied.ts";
import { person, varied } from "./varied.ts";

const maya = "maya@example.com";

/**
 * A typical session of a client: it creates, gets a refusal, reads, changes a Lead and reads Plans.
 */
async function day({ ask, firmId }: Varied): Promise<readonly Asked[]> {
  const made = await ask("POST", `/firms/${firmId}/leads`, person(maya));
  const again = await ask("POST", `/firms/${firmId}/leads`, person(maya));
  const read = await ask("GET", `/leads/${made.json.data.id}`);
  const changed = await ask("PATCH", `/leads/${made.json.data.id}`, {
    ...read.json.data,
    firstName: "May",
  });
  const list = await ask("GET", "/leads?scope=withDeleted&include=Plans&limit=100");
  return [made, again, read, changed, list];
}

function parentOf(lead: { resourceType: string; resourceId: string } | undefined) {
  return [lead?.resourceType, lead?.resourceId];
}

/** The effect of each change on the responses of such a session. */
const shows: Readonly<
  Record<string, (answers: readonly Asked[], before: readonly Asked[]) => void>
> = {
  "extra-field": ([made, again]) => {
    expect(made?.json).toMatchObject({ futureField: expect.any(String) });
    expect(made?.json.data).toMatchObject({ futureField: expect.any(String) });
    expect(again?.json.fields.email[0]).toMatchObject({ futureField: expect.any(String) });
    // The names in this map are those of fields, and its values lists.
    expect(again?.json.fields).not.toHaveProperty("futureField");
  },
  "key-order": ([made], [before]) => {
    expect(Object.keys(made?.json.data)).toEqual(Object.keys(before?.json.data).toReversed());
  },
  "unknown-plan-status": ([, , , , list]) => {
    const plans = list?.json.data.flatMap((lead: { Plans: unknown[] }) => lead.Plans);
    expect(plans[0].status).toMatch(/^Future./);
  },
  "unknown-resource-type": (answers, before) => {
    const [list, listBefore] = [answers.at(4)?.json, before.at(4)?.json];
    const added = list.data.at(-1);
    expect(added).toMatchObject({ resourceType: "FuturePartner", resourceId: "Partner1" });
    const { total, count } = listBefore.meta;
    expect(list.meta).toMatchObject({ total: total + 1, count: count + 1 });
    const known = [...answers.slice(0, 4).map(({ json }) => json.data), ...list.data.slice(0, -1)];
    const knownBefore = [...before.slice(0, 4).map(({ json }) => json.data), ...listBefore.data];
    expect(known.map(parentOf)).toEqual(knownBefore.map(parentOf));
  },
  "unknown-error-code": ([, again]) => {
    expect(again?.json.fields.email).toEqual([
      expect.objectContaining({ code: "NOT_UNIQUE" }),
      expect.objectContaining({ code: "FUTURE_CODE" }),
    ]);
  },
  "longer-ids": ([made, , read]) => {
    expect(made?.json.data.id).toHaveLength(24);
    expect(read?.json.data.id).toBe(made?.json.data.id);
  },
  "extra-headers": ([made]) => {
    expect(made?.headers.get("x-future-header")).not.toBeNull();
  },
  "other-messages": ([, again], [, before]) => {
    expect(again?.json.message).not.toBe(before?.json.message);
    expect(again?.json.fields.email[0].code).toBe("NOT_UNIQUE");
  },
  "times-without-milliseconds": ([made]) => {
    expect(made?.json.data.createdAt).toMatch(/T\d\d:\d\d:\d\dZ$/);
  },
  "times-with-microseconds": ([made]) => {
    expect(made?.json.data.createdAt).toMatch(/\.\d{6}Z$/);
  },
  "times-with-offset": ([made]) => {
    expect(made?.json.data.createdAt).toMatch(/\.\d{3}\+00:00$/);
  },
  whitespace: ([made]) => {
    expect(made?.text).toContain('\n  "data"');
  },
};

describe("a lawful change", () => {
  it("is tested here for each kind", () => {
    const all = [...evolution, ...timeForms];
    expect(Object.keys(shows).toSorted()).toEqual(all.map(({ id }) => id).toSorted());
  });

  it.each(Object.entries(shows))(
    "%s shows in responses, keeps statuses, and leaves the world as without the change",
    async (id, show) => {
      const without = varied();
      const under = varied(planned(id, { family: "evolution", call: null }));
      const [before, after] = [await day(without), await day(under)];
      show(after, before);
      expect(after.map(({ status }) => status)).toEqual(before.map(({ status }) => status));
      without.close();
      under.close();
      const [world] = without.observer.seen().worlds;
      expect(under.observer.seen().worlds).toEqual([world]);
    },
  );
});

describe("another form of time", () => {
  it.each(timeForms.map(({ id }) => id))("is read where it is written: %s", async (id) => {
    const { ask, firmId, close } = varied(planned(id, { family: "evolution", call: null }));
    const made = await ask("POST", `/firms/${firmId}/leads`, person(maya));
    const { createdAt } = made.json.data;
    const filter = encodeURIComponent(JSON.stringify({ createdAt: { $gte: createdAt } }));
    const { status, json } = await ask("GET", `/firms/${firmId}/leads?filter=${filter}`);
    expect([status, json.data[0].createdAt]).toEqual([200, createdAt]);
    close();
  });
});

describe("a Lead of an unknown kind of parent", () => {
  const list = "/leads?limit=100";
  const what = planned("unknown-resource-type", { family: "evolution", call: null });

  it("is read, changed and deleted like others, and its page has a place for it", async () => {
    const { ask, close } = varied(what);
    const { json } = await ask("GET", list);
    const { id, ...added } = json.data.at(-1);
    const last = await ask("GET", `/leads?limit=1&offset=${json.meta.total - 1}`);
    expect(last.json.data).toEqual([{ id, ...added }]);
    const { email, resourceType } = added;
    const changed = await ask("PATCH", `/leads/${id}`, { resourceType, email, firstName: "Nell" });
    expect([changed.status, changed.json.data.firstName]).toEqual([200, "Nell"]);
    const read = await ask("GET", `/leads/${id}`);
    expect(read.json.data).toMatchObject({ firstName: "Nell", resourceType: "FuturePartner" });
    await ask("DELETE", `/leads/${id}`);
    const after = await ask("GET", list);
    expect(after.json.meta.total).toBe(json.meta.total - 1);
    close();
  });

  it("is not in the list of a Firm's own Leads", async () => {
    const { ask, firmId, close } = varied(what);
    await ask("GET", list);
    const { json } = await ask("GET", `/firms/${firmId}/leads?limit=100`);
    expect(
      json.data.filter(({ resourceType }: { resourceType: string }) => resourceType !== "Firm"),
    ).toEqual([]);
    close();
  });
});
