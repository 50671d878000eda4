import { basename, dirname } from "node:path";

/** Tests that run after every change: the rooms, the words of texts, the generated docs, and that each rule has a test. */
export const always = [
  "test/architecture",
  "test/docs/generated.test.ts",
  "test/docs/prose.test.ts",
  "test/domain/rules/every-rule.test.ts",
];

/** Rooms whose tests are in folders of other names. */
const foldersOf: Readonly<Record<string, readonly string[]>> = {
  api: ["test/conformance", "test/domain/rules", "test/contract"],
  gates: ["test/server/gates", "test/limits", "test/domain/rules"],
  openapi: ["test/contract"],
  pact: ["test/contract", "test/harness/pact"],
  platform: ["test/server/control", "test/domain/rules"],
  record: ["test/contract"],
  sandbox: ["test/server/control", "test/network/http"],
  settings: ["test/world/workspace", "test/docs"],
};

/**
 * The tests of changed files. A source file has those of its room, or of its part of the room, that share its name or the
 * first word of it, or all of them if none does. A test has itself, and a page has the tests of the documents. `tests` are
 * all test files.
 */
export function testsOf(changed: readonly string[], tests: readonly string[]): readonly string[] {
  const found = changed.flatMap((file) => testsOfOne(file, tests));
  return [...new Set([...always, ...found])].toSorted();
}

function testsOfOne(file: string, tests: readonly string[]): readonly string[] {
  const [top, storey = "", room = ""] = file.split("/");
  if (tests.includes(file)) return [file];
  if (top === "test") return [dirname(file)];
  if (top !== "src") return ["test/docs"];
  const ofRoom = tests.filter((test) =>
    (foldersOf[room] ?? [`test/${storey}/${room}`]).some((folder) => test.startsWith(`${folder}/`)),
  );
  const part = dirname(file).replace("src", "test");
  const ofPart = ofRoom.filter((test) => test.startsWith(`${part}/`));
  const own = ofPart.length > 0 ? ofPart : ofRoom;
  const name = basename(file).replace(/\.\w+$/, "");
  // The main file of a part, such as faults/faults.ts, has all tests of the part.
  if (own === ofPart && basename(part) === name) return own;
  const [word = name] = name.split("-");
  // Where the tests of a room have no parts, they begin with the part.
  const words = own === ofPart ? [word] : [word, basename(part)];
  const named = own.filter((test) => basename(test).startsWith(name));
  const alike = words.map((one) => own.filter((test) => startsWithWord(test, one)));
  return [named, ...alike].find((some) => some.length > 0) ?? own;
}

function startsWithWord(test: string, word: string): boolean {
  return ["-", ".", "s-", "s."].some((next) => basename(test).startsWith(word + next));
}
