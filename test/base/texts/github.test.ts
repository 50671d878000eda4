/** What clients and pacts say is in the log of a build, whose runner carries out commands. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  annotationLines,
  jsonWithoutCommands,
  withoutCommands,
} from "../../../src/base/texts/github.ts";
import { anyCharacter } from "../../support/any-text.ts";
import { commandsIn } from "./actions-runner.ts";

const attacks = [
  "::error::x",
  "\n::add-mask::x",
  "\r::stop-commands::guess",
  "  ::set-output name=a::b",
  "a ##[add-matcher]x",
  "##[error]x",
  "%0A::error::x",
  "title=b,file=c::d",
  "::token::",
  "\u2028::error::x",
  "%25",
  "\ud800",
];
const foreign = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.array(fc.constantFrom(...attacks)).map((parts) => parts.join("")),
);

describe("an annotation of GitHub Actions", () => {
  it.each(attacks)("is one error with its title and message: %j", (text) => {
    const log = annotationLines([{ title: `t${text}`, message: `m${text}` }]);
    expect(commandsIn(log).map(({ name }) => name)).toEqual(["error"]);
    expect(log.split("\n")).toHaveLength(2);
  });

  it("has the words of the finding", () => {
    const [title, message] = ["lost: POST, 50 %", "high: lost\nThe rule ##[x] says: no"];
    expect(commandsIn(annotationLines([{ title, message }]))).toEqual([
      { name: "error", title, message: "high: lost\nThe rule ## [x] says: no" },
    ]);
  });

  it("is an error for each finding up to ten, the last of which counts the rest", () => {
    const all = Array.from({ length: 11 }, (_, at) => ({ title: "t", message: `m${at}` }));
    const shown = [0, 10, 11].map((count) => commandsIn(annotationLines(all.slice(0, count))));
    expect(shown.map(({ length }) => length)).toEqual([0, 10, 10]);
    expect(shown.map((one) => one.at(-1)?.message)).toEqual([
      undefined,
      "m9",
      "and 2 more, in the report",
    ]);
  });

  it("starts no other command, whatever it says", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ title: foreign, message: foreign })), (all) => {
        const found = commandsIn(annotationLines(all));
        expect(found.map(({ name }) => name)).toEqual(
          Array.from({ length: Math.min(all.length, 10) }, () => "error"),
        );
      }),
      { numRuns: 200 },
    );
  });
});

describe("a report in the log", () => {
  it("starts no command", () => {
    fc.assert(
      fc.property(foreign, (text) => {
        expect(commandsIn(withoutCommands(text, "f00d"))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it("as JSON starts no command, and has the same values", () => {
    fc.assert(
      fc.property(fc.dictionary(foreign, fc.array(foreign)), (value) => {
        const json = jsonWithoutCommands(JSON.stringify(value, null, 2));
        expect(commandsIn(json)).toEqual([]);
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 200 },
    );
  });
});
