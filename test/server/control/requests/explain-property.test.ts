import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { someHistory } from "../../../property/history.ts";
import { anyBody, shortJson, unmarked } from "../../../property/hostile-json.ts";
import { seeded } from "../../../property/seeded.ts";
import { anyCharacter } from "../../../support/any-text.ts";
import { isRemote } from "../../../support/target.ts";
import { ids } from "../../../support/world.ts";
import { opened } from "../opened.ts";
import { apiKeyId } from "./described.ts";
import { contentsOf, explained, reallySent } from "./explained.ts";

// Each run reads internals of this process.
describe.skipIf(isRemote)("POST explain for any request", () => {
  it("200 with the outcome of the request, at each step of a history", async () => {
    await fc.assert(
      fc.asyncProperty(someHistory, async (history) => {
        const open = await opened();
        const made: string[] = [ids.activeLead];
        for (const { plane, method, path, lead, body } of history) {
          const target = path.replace("{lead}", made[lead % made.length] ?? "");
          if (plane === "control") {
            // oxlint-disable-next-line no-await-in-loop -- a history has an order
            await open.control(method, target, body);
            continue;
          }
          const request = {
            method,
            path: target,
            apiKeyId,
            ...(body === undefined ? {} : { body }),
          };
          // oxlint-disable-next-line no-await-in-loop -- sequential, as above
          const foretold = await explained(open, request);
          // oxlint-disable-next-line no-await-in-loop -- sequential, as above
          const real = await reallySent(open, request);
          expect(foretold).toEqual(real);
          if (real.status === 201) made.push(String(Object(Object(real.body).data).id));
        }
      }),
      seeded(3),
    );
  });

  it("200 with the outcome of the request, for any body", async () => {
    const open = await opened();
    const targets = fc.constantFrom(
      { method: "POST", path: `/v1/firms/${ids.partnerFirm}/leads` },
      { method: "PATCH", path: `/v1/leads/${ids.activeLead}` },
    );
    await fc.assert(
      fc.asyncProperty(targets, anyBody.map(unmarked), async (target, body) => {
        const request = { ...target, body, apiKeyId };
        const foretold = await explained(open, request);
        expect(foretold).toEqual(await reallySent(open, request));
      }),
      seeded(80),
    );
  });

  it("200 with the outcome of the request, for any query", async () => {
    const open = await opened();
    const value = fc.oneof(
      shortJson,
      fc.string({ unit: anyCharacter }),
      fc.constantFrom("1", "0", "-1"),
    );
    const query = fc.dictionary(
      fc.constantFrom("limit", "offset", "order", "filter", "scope", "include", "page"),
      value,
    );
    await fc.assert(
      fc.asyncProperty(query, async (parameters) => {
        const path = `/v1/leads?${new URLSearchParams(parameters).toString()}`;
        const request = { method: "GET", path, apiKeyId };
        const foretold = await explained(open, request);
        expect(foretold).toEqual(await reallySent(open, request));
      }),
      seeded(80),
    );
  });

  it("200 with the outcome of random faults, without drawing a random number", async () => {
    const open = await opened();
    const probabilities = fc.array(fc.double({ min: 0.1, max: 0.9, noNaN: true }), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(probabilities, async (several) => {
        await open.control("DELETE", "/faults");
        for (const [index, probability] of several.entries()) {
          // oxlint-disable-next-line no-await-in-loop -- faults are tried in order
          await open.control("POST", "/faults", { then: { status: 500 + index }, probability });
        }
        const request = { method: "GET", path: "/v1/firms", apiKeyId };
        const before = contentsOf(open);
        const foretold = await explained(open, request);
        expect(contentsOf(open)).toEqual(before);
        expect(foretold).toEqual(await reallySent(open, request));
      }),
      seeded(30),
    );
  });

  it("200 during traffic, with the same results as without it", async () => {
    const [beside, alone] = [await opened(), await opened()];
    const path = `/v1/firms/${ids.partnerFirm}/leads`;
    const people = Array.from({ length: 30 }, (_, number) => ({
      email: `beside${number}@example.com`,
      firstName: "Bea",
      lastName: "Side",
    }));
    await Promise.all(
      people.flatMap((body) => [
        explained(beside, { method: "POST", path, body, apiKeyId }),
        beside.api("POST", path, { body }),
      ]),
    );
    await Promise.all(people.map((body) => alone.api("POST", path, { body })));
    const expected = async ({ control }: typeof alone) =>
      Promise.all(
        ["/state", "/emails?limit=1000", "/events?after=1", "/coverage"].map(async (call) =>
          (await control("GET", call)).text.replaceAll(/"durationMs":[\d.e-]+/g, ""),
        ),
      );
    expect(await expected(beside)).toEqual(await expected(alone));
  });
});
