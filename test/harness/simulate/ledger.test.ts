import { describe, expect, it } from "vitest";

import { isoDuration, readDuration } from "../../../src/base/values/duration.ts";
import { isTrueOf } from "../../../src/harness/simulate/judge/values.ts";
import { parseLedger } from "../../../src/harness/simulate/ledger/parse-ledger.ts";

const rows = [{ id: "L1", state: "Active" }];

describe("a ledger", () => {
  it.each([
    ["a JSON array", '[{"id":"L1","state":"Active"}]'],
    ["an object with one array", '{"at":1,"leads":[{"id":"L1","state":"Active"}]}'],
    ["JSON lines", '{"id":"L1","state":"Active"}\n'],
    ["CSV", "id,state\nL1,Active\n"],
    [
      "CSV with quotes, semicolons and a byte order mark",
      '\uFEFF"Lead_ID";"STATE"\n"L1";"Active"\n',
    ],
    ["one JSON line with an empty list", '{"id":"L1","state":"Active","planIds":[]}'],
    ["rows with a number of their own", "lead_id,id,state\nL1,1,Active\n"],
    ["names in other cases, with unknown columns", '[{"lead-id":"L1","State":"Active","x":1}]'],
  ])("can be %s", (_form, text) => {
    expect(parseLedger(text)).toMatchObject({ rows });
  });

  it.each([
    ["half an array", '[{"id":"L1"', "not JSON"],
    ["not a list", '{"a":1}', "no list"],
    ["several lists", '{"a":[{"id":"1"}],"b":[{"id":"2"}]}', "several lists"],
    ["rows that are no objects", "[1,2]", "not an object"],
    ["no column that names a Lead", "name,state\nMaya,Active\n", 'Expected "id" or "email"'],
    ["a CSV line that is cut", "id,state\nL1,Active\nL2", "not CSV"],
  ])("is unreadable: %s", (_why, text, reason) => {
    expect(parseLedger(text)).toMatchObject({ unreadable: expect.stringContaining(reason) });
  });

  it("without rows is empty, whether text or header", () => {
    expect(parseLedger("")).toMatchObject({ rows: [] });
    expect(parseLedger("id,state\n")).toMatchObject({ rows: [] });
    expect(parseLedger('"id","state"\n')).toMatchObject({ rows: [] });
  });
});

describe("a state in a ledger of JSON", () => {
  const version = {
    since: 0,
    event: null,
    state: "Converted",
    email: "",
    planIds: [],
    planStatuses: [],
  } as const;

  it.each([2, true, "2"])("can be the word %j", (word) => {
    const states = new Map([[String(word), "Converted" as const]]);
    expect(isTrueOf("state", word, version, states)).toBe(true);
    expect(() => isTrueOf("state", word, version, new Map())).toThrow(
      `--states "${word}=Converted"`,
    );
  });
});

describe("a duration", () => {
  it.each(["PT15M", "P28D", "P1DT30M", "PT1H30M", "PT0.5S", "PT0S"])(
    "%s reads as written",
    (text) => {
      expect(isoDuration(readDuration(text) ?? -1)).toBe(text);
    },
  );
});
