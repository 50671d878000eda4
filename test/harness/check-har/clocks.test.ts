import { describe, expect, it } from "vitest";

import type { entry } from "../traffic/written.ts";
import { archive, lead } from "../traffic/written.ts";
import { checked } from "./checked.ts";
import { later, leads, nine, one, page } from "./written-page.ts";

describe("check-har of a machine whose clock is wrong", () => {
  it.each([-5, 1])("follows the header Date without a create: %i h", async (hours) => {
    const recorded = (seconds: number, written: Parameters<typeof entry>[0]) =>
      later(seconds + hours * 3_600, {
        ...written,
        responseHeaders: [{ name: "date", value: new Date(nine + seconds * 1_000).toUTCString() }],
      });
    const moment = "2027-03-01T09:00:30.000Z";
    const converted = lead({ deletedAt: moment, convertedAt: moment, updatedAt: moment });
    const { report } = await checked([
      archive([
        recorded(0, { url: leads, answer: page([one]) }),
        recorded(60, { url: leads, answer: page([]) }),
        recorded(90, { url: `${leads}?scope=withDeleted`, answer: page([converted]) }),
      ]),
    ]);
    expect(report).toMatchObject({
      calls: { judged: 3 },
      unexplained: [],
      period: { from: "2027-03-01T09:00:00.000Z" },
    });
  });

  it("follows the clock of the service where that of the recording machine differs", async () => {
    const created = lead({
      id: "Cc3dE6gH",
      createdAt: "2027-03-01T08:00:00.000Z",
      updatedAt: "2027-03-01T08:00:00.000Z",
    });
    const body = {
      email: "zelda.zimmer@realmail.net",
      firstName: "Zelda",
      lastName: "Zimmer",
      phone: { number: "6135559876" },
    };
    const after = encodeURIComponent('{"createdAt":{"$gt":"2027-03-01T07:59:59.000Z"}}');
    const { report } = await checked([
      archive([
        later(0, { method: "POST", url: leads, body, status: 201, answer: { data: created } }),
        later(5, { url: `${leads}?filter=${after}`, answer: page([created]) }),
      ]),
    ]);
    expect(report).toMatchObject({
      calls: { judged: 2 },
      unexplained: [],
      period: { from: "2027-03-01T08:00:00.000Z" },
    });
  });
});
