/** The generic pattern of `GET /resources` and `GET /resources/{id}` (interface 4.2; rule resource.generic). */
import { describe, it } from "vitest";

import { assumedRulesOf, at } from "../support/reply.ts";
import type { Reply } from "../support/reply.ts";
import type { World } from "../support/world.ts";
import { newWorld } from "../support/world.ts";
import { expect } from "./answers.ts";
import { operationOf, pathOf, permittedKey, sendTo } from "./cases.ts";
import { each } from "./lead-lists.ts";
import { itRefusesWrongParameters } from "./list-parameters.ts";
import { describeRefusals } from "./refusals.ts";

type Query = Readonly<Record<string, string>>;

/** The lists of the partner Firm and of the realty Firm in the fixture `default`, newest first. */
interface GenericList {
  readonly id: string;
  readonly own: readonly string[];
  readonly foreign?: readonly string[];
  /** A field and the value by which a filter finds these records. */
  readonly filter: readonly [field: string, value: unknown, found: readonly string[]];
  readonly ordered: readonly [order: string, found: readonly string[]];
  readonly clause: string;
}

/** Tests a list of the generic pattern; `more` adds tests of its 200. */
export function describeGenericList(spec: GenericList, more: () => void = () => {}): void {
  const operation = operationOf(spec.id);
  const read = async (world: World, query: Query = {}): Promise<Reply> =>
    sendTo(world, operation, { key: await permittedKey(world, operation), query });

  describe(`GET ${operation.path}`, () => {
    describe("200", () => {
      it(`200 with what the key's Firm may see, and no record of another Firm (${spec.clause})`, async () => {
        const reply = await read(await newWorld());
        expect(reply).toAnswer(200);
        expect(each(reply, "id")).toEqual(spec.own);
        expect(assumedRulesOf(reply)).toContain("resource.fields");
      });

      it("200 with the pagination meta (2.5)", async () => {
        const total = spec.own.length;
        const reply = await read(await newWorld());
        expect(at(reply, "meta")).toEqual({ total, count: total, offset: 0, limit: 20 });
      });

      it("200 with every record once in pages of one (4.3)", async () => {
        const world = await newWorld();
        const pages = await Promise.all(
          spec.own.map((_, offset) => read(world, { limit: "1", offset: String(offset) })),
        );
        expect(pages.flatMap((reply) => each(reply, "id"))).toEqual(spec.own);
      });

      it(`200 with order=${spec.ordered[0]} (4.3)`, async () => {
        const reply = await read(await newWorld(), { order: spec.ordered[0] });
        expect(each(reply, "id")).toEqual(spec.ordered[1]);
      });

      it(`200 with a filter by ${spec.filter[0]} (4.3)`, async () => {
        const [field, value, found] = spec.filter;
        const reply = await read(await newWorld(), { filter: JSON.stringify({ [field]: value }) });
        expect(each(reply, "id")).toEqual(found);
      });

      it.each(["active", "withDeleted"])("200 with scope=%s (4.3)", async (scope) => {
        const reply = await read(await newWorld(), { scope });
        expect(each(reply, "id")).toEqual(spec.own);
      });

      it("200 with the same answer without the version segment (9)", async () => {
        const world = await newWorld();
        const key = await permittedKey(world, operation);
        const reply = await world.api("GET", pathOf(operation).replace("/v1", ""), { key });
        expect(reply.text).toBe((await read(world)).text);
      });

      more();
    });

    describeRefusals(spec.id, { 422: () => itRefusesWrongParameters(spec.id) });
  });
}

/** Tests a single record of the generic pattern; `record` belongs to the partner Firm in the fixture `default`. */
export function describeGenericRecord(
  spec: { readonly id: string; readonly clause: string; readonly record: unknown },
  more: { readonly 200?: () => void; readonly 403?: () => void; readonly 404?: () => void } = {},
): void {
  const operation = operationOf(spec.id);
  const read = async (world: World, query: Query = {}): Promise<Reply> =>
    sendTo(world, operation, { key: await permittedKey(world, operation), query });

  describe(`GET ${operation.path}`, () => {
    describe("200", () => {
      it(`200 with all fields of the record (${spec.clause})`, async () => {
        const reply = await read(await newWorld());
        expect(reply).toAnswer(200);
        expect(reply.json).toEqual({ data: spec.record });
      });

      it.each(["active", "withDeleted"])("200 with scope=%s (4.3)", async (scope) => {
        expect((await read(await newWorld(), { scope })).json).toEqual({ data: spec.record });
      });

      it("200 with the same answer without the version segment (9)", async () => {
        const world = await newWorld();
        const key = await permittedKey(world, operation);
        const reply = await world.api("GET", pathOf(operation).replace("/v1", ""), { key });
        expect(reply.json).toEqual({ data: spec.record });
      });

      more[200]?.();
    });

    const { 403: forbidden, 404: hidden } = more;
    describeRefusals(spec.id, {
      ...(forbidden === undefined ? {} : { 403: forbidden }),
      ...(hidden === undefined ? {} : { 404: hidden }),
      422: () => {
        it.each(["scope", "include"])(
          "422 INVALID on a %s that does not exist (4.3)",
          async (name) => {
            const reply = await read(await newWorld(), { [name]: "Nothing" });
            expect(reply).toRefuseFields(422, { [name]: "INVALID" });
          },
        );
      },
    });
  });
}
