import { globSync, readFileSync } from "node:fs";

import { parseAst } from "rolldown/parseAst";
import { describe, expect, it } from "vitest";

interface Source {
  readonly file: string;
  readonly source: string;
}

/** A name in more files cannot be found by searching for it. */
const filesMax = 8;

type Statement = ReturnType<typeof parseAst>["body"][number];

/** The names of the functions that a statement at the top of a file declares, also as arrow functions. */
function functionNames(statement: Statement): readonly string[] {
  const isExport = statement.type === "ExportNamedDeclaration";
  const declared = isExport ? statement.declaration : statement;
  if (declared?.type === "FunctionDeclaration")
    return declared.id === null ? [] : [declared.id.name];
  if (declared?.type !== "VariableDeclaration") return [];
  return declared.declarations.flatMap(({ id, init }) =>
    id.type === "Identifier" && init?.type === "ArrowFunctionExpression" ? [id.name] : [],
  );
}

/** The function names that more than `filesMax` files declare, each with its number of files. */
function crowdedNames(sources: readonly Source[]): readonly string[] {
  const names = sources.flatMap(({ file, source }) => {
    const { body } = parseAst(source, { lang: file.endsWith("x") ? "tsx" : "ts" });
    return [...new Set(body.flatMap(functionNames))];
  });
  return [...Map.groupBy(names, (name) => name)]
    .filter(([, found]) => found.length > filesMax)
    .map(([name, found]) => `${name}: ${found.length} files`);
}

function copies(count: number, source: string): readonly Source[] {
  return Array.from({ length: count }, (_, at) => ({ file: `src/base/${at}.ts`, source }));
}

describe("function names", () => {
  it(`are declared in at most ${filesMax} files of src`, () => {
    const sources = globSync("src/**/*.{ts,tsx}").map((file) => ({
      file,
      source: readFileSync(file, "utf8"),
    }));
    expect(sources.length).toBeGreaterThan(80);
    expect(crowdedNames(sources)).toEqual([]);
  });

  it.each([
    "function textOf(value: unknown): string { return String(value); }",
    "export async function textOf() {}",
    "export function* textOf() {}",
    "const textOf = (value: unknown): string => String(value);",
    "export const textOf: (value: { readonly of: string; }) => string = ({ of }) => of;",
    "function textOf(value: string): string;\nfunction textOf(value: unknown) { return value; }",
  ])("are counted a ninth time: %s", (source) => {
    expect(crowdedNames(copies(8, source))).toEqual([]);
    expect(crowdedNames(copies(9, source))).toEqual(["textOf: 9 files"]);
  });

  it.each([
    "const textOf = 1;",
    "export type textOf = () => void;",
    "const texts = () => { const textOf = 1; return textOf; };",
    "// function textOf() {}",
    "export function textOfAll() {}",
  ])("are not counted for %s", (source) => {
    expect(crowdedNames(copies(9, source)).filter((name) => name.startsWith("textOf:"))).toEqual(
      [],
    );
  });
});
