import { writeFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { isoDuration, readDuration } from "../../../src/base/values/duration.ts";
import { isTrueOf } from "../../../src/harness/simulate/judge/values.ts";
import { readLedger } from "../../../src/harness/simulate/ledger/ledger.ts";
import { parseLedger } from "../../../src/harness/simulate/ledger/parse-ledger.ts";
import { temporaryFile } from "../../apps/cli/program.ts";

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
    ["CSV whose first line names the delimiter", "sep=;\r\nid;state\r\nL1;Active\r\n"],
    ["CSV whose first line names a tab", '\uFEFF"sep=\t"\nid\tstate\nL1\tActive\n'],
    ["CSV with another delimiter in a quoted name", 'id;state;"name, first, last"\nL1;Active;M\n'],
    ["CSV with a line break in a quoted name", '"first\nname";id;state\nM;L1;Active\n'],
    ["CSV with quotes inside of a value", 'id,name,state\nL1,Anne "Nan" Lee,Active\n'],
    ["CSV with blanks around values", "id , state\n L1 ,\tActive \n"],
    ["CSV with rows without a value", "id,state\n,\nL1,Active\n , \n,\n"],
    ["CSV with emptied rows of Excel, longer than the header", "id;state\r\nL1;Active\r\n;;;\r\n"],
    ["CSV with equal names that are not compared", "id,x,x,state\nL1,1,2,Active\n"],
    ["a dictionary by id", '{"L1":{"state":"Active"}}'],
    ["a dictionary in an object", '{"at":1,"leads":{"L1":{"state":"Active"}}}'],
    ["a dictionary whose records have their id, too", '{"a":{"id":"L1","state":"Active"}}'],
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
    ["two columns of one meaning", "id,state,State\nL1,Active,\n", '"state" and "State"'],
    ["a column twice", "id,state,state\nL1,Active,\n", '"state" and "state"'],
    ["the id twice", "id,id\nL1,L2\n", '"id" and "id"'],
    ["two such columns without rows", "lead_id,leadId\n", '"lead_id" and "leadId"'],
    ["two such properties", '[{"id":"L1","plan_ids":[],"planIds":[]}]', '"plan_ids" and "planIds"'],
    ["an error in place of records", '{"error":{"message":"No"}}', "no list"],
    ["a quoted value that is cut", 'id,state,name\nL1,Active,"An', "not CSV"],
    ["a CSV line that is cut", "id,state\nL1,Active\nL2", "not CSV"],
  ])("is unreadable: %s", (_why, text, reason) => {
    expect(parseLedger(text)).toMatchObject({ unreadable: expect.stringContaining(reason) });
  });

  it("can be a dictionary by email", () => {
    expect(parseLedger('{"a@example.com":{"state":"Active"}}')).toMatchObject({
      rows: [{ email: "a@example.com", state: "Active" }],
    });
  });

  it.each(["utf-16le", "utf-16be"] as const)(
    "can be a file in %s with a mark",
    async (encoding) => {
      const bytes = Buffer.from("\uFEFFid,state\nL1,Active\n", "utf-16le");
      const file = temporaryFile("ledger.csv", "");
      writeFileSync(file, encoding === "utf-16le" ? bytes : bytes.swap16());
      const reading = await readLedger({ kind: "file", file }, {}, AbortSignal.timeout(5_000));
      expect(reading).toMatchObject({ rows });
    },
  );

  it("without rows is empty, whether text or header", () => {
    expect(parseLedger("")).toMatchObject({ rows: [] });
    expect(parseLedger("id,state\n")).toMatchObject({ rows: [] });
    expect(parseLedger('"id","state"\n')).toMatchObject({ rows: [] });
    expect(parseLedger("sep=;\nid;state\n")).toMatchObject({ rows: [] });
    expect(parseLedger("{}")).toMatchObject({ rows: [] });
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
