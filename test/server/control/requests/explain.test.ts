import { describe, expect, it } from "vitest";

import { objectAt, operationsOf, servedDocuments } from "../../../contract/documents.ts";
import { isRemote } from "../../../support/target.ts";
import type { Opened } from "../opened.ts";
import { opened } from "../opened.ts";
import { describedRequests } from "./described-requests.ts";
import type { DescribedRow } from "./described.ts";
import { contentsOf, explained, reallySent } from "./explained.ts";

interface Brought {
  readonly open: Opened;
  readonly request: DescribedRow["request"];
}

/** The world of a row, with its request. */
async function brought({ sandbox, assumptions, before, request }: DescribedRow): Promise<Brought> {
  const open = await opened(sandbox);
  await open.control("PUT", "/assumptions", assumptions ?? {});
  const more = await before?.(open);
  return { open, request: { ...request, ...more } };
}

// The tests compare internals of this process.
describe.skipIf(isRemote)("POST explain", () => {
  it("has rows for every status of the emulated API", async () => {
    const { emulated } = await servedDocuments();
    const documented = operationsOf(emulated).flatMap(({ description }) =>
      Object.keys(objectAt(description, ["responses"])),
    );
    const tried = new Set(describedRequests.map(({ status }) => String(status)));
    // A body that is described arrives at once.
    tried.add("408");
    expect(documented.filter((status) => /^\d+$/.test(status) && !tried.has(status))).toEqual([]);
  });

  it.each(describedRequests)(
    "200 with the outcome of the request, and changes nothing: $status for $name",
    async (row) => {
      const { open, request } = await brought(row);
      const before = contentsOf(open);
      const foretold = await explained(open, request);
      expect(foretold.status).toBe(row.status);
      expect(await explained(open, request)).toEqual(foretold);
      expect(contentsOf(open)).toEqual(before);
      expect(foretold).toEqual(await reallySent(open, request));
    },
  );

  it("differs from the request itself, which changes the workspace", async () => {
    const open = await opened();
    const before = contentsOf(open);
    await open.api("GET", "/v1/leads/Nobody");
    expect(contentsOf(open)).not.toEqual(before);
  });
});
