import { describe, expect, it } from "vitest";

import { archive } from "../traffic/written.ts";
import { checked, verdictOn } from "./checked.ts";
import { later, leads, one, page } from "./written-page.ts";

describe("the choices that check-har adopts", () => {
  it("denies a rule that one alternative explains, with its provenance", async () => {
    const given = await checked([
      archive([
        later(0, { url: leads, answer: page([one]) }),
        later(1, { url: `${leads}?limit=500`, answer: page([one], { limit: 100 }) }),
      ]),
    ]);
    expect(verdictOn(given, "list.limit")).toBe("denied clamped");
    expect(given.assumptions).toEqual({
      "list.limit": {
        choice: "clamped",
        source: "check-har: entry 2 of file 1, not 422",
        date: "2027-03-01",
      },
    });
  });

  it("takes a field without an error, where the replay has one, for what an alternative explains", async () => {
    const body = {
      email: "new",
      firstName: "N",
      clientData: { dateOfBirth: "1980/01/01" },
    };
    const fields = {
      email: [{ code: "INVALID", message: "Invalid" }],
      lastName: [{ code: "REQUIRED", message: "Missing" }],
    };
    const given = await checked([
      archive([
        later(0, { url: leads, answer: page([one]) }),
        later(1, {
          method: "POST",
          url: leads,
          body,
          status: 422,
          answer: { message: "No", fields },
        }),
      ]),
    ]);
    expect(verdictOn(given, "client-data.date-of-birth.other")).toBe("denied accepted");
    expect(given.report.unexplained).toEqual([]);
  });

  it("adopts nothing where two choices explain a call equally well", async () => {
    const given = await checked([
      archive([
        later(0, { url: leads, answer: page([one]) }),
        later(1, { url: `${leads}?filter=${encodeURIComponent('{"nickname":"Z"}')}`, status: 200 }),
      ]),
    ]);
    expect(given.report.undecidedChoices).toMatchObject([
      {
        choices: [
          [{ rule: "list.filter.unknown-field", choice: "no-rows" }],
          [{ rule: "list.filter.unknown-field", choice: "ignored" }],
        ],
        calls: [{ entry: 2 }],
      },
    ]);
    expect(given.report.unexplained).toEqual([]);
    expect(given.report.adopted).toEqual([]);
  });
});
