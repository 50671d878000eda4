import { basename, dirname } from "node:path";

/** Tests that run after every change: the rooms, and the words of documents, comments and errors. */
const always = ["test/architecture", "test/docs/prose.test.ts"];

/** Rooms whose tests are in folders of other names. */
const foldersOf: Readonly<Record<string, readonly string[]>> = {
  api: ["test/conformance", "test/rules", "test/contract"],
  gates: ["test/gates", "test/limits", "test/rules"],
  openapi: ["test/contract"],
  pact: ["test/contract", "test/pact"],
  platform: ["test/control", "test/rules"],
  record: ["test/contract"],
  server: ["test/control", "test/http"],
  settings: ["test/workspace", "test/docs"],
};

/**
 * The tests of changed files. A source file has those of its room that share its name or the first word of it, or all of
 * the room's if none does. A test has itself, and a page has the tests of the documents. `tests` are all test files.
 */
export function testsOf(changed: readonly string[], tests: readonly string[]): readonly string[] {
  const found = changed.flatMap((file) => testsOfOne(file, tests));
  return [...new Set([...always, ...found])].toSorted();
}

function testsOfOne(file: string, tests: readonly string[]): readonly string[] {
  const [top, room = ""] = file.split("/");
  if (tests.includes(file)) return [file];
  if (top === "test") return [dirname(file)];
  if (top !== "src") return ["test/docs"];
  const own = tests.filter((test) =>
    (foldersOf[room] ?? [`test/${room}`]).some((folder) => test.startsWith(`${folder}/`)),
  );
  const name = basename(file).replace(/\.\w+$/, "");
  const [word = name] = name.split("-");
  const named = own.filter((test) => basename(test).startsWith(name));
  const alike = named.length > 0 ? named : own.filter((test) => startsWithWord(test, word));
  return alike.length > 0 ? alike : own;
}

function startsWithWord(test: string, word: string): boolean {
  return ["-", ".", "s-", "s."].some((next) => basename(test).startsWith(word + next));
}
