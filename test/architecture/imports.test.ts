import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

import { describe, expect, it } from "vitest";

import { crowdedFolders, misplacedRooms, upwardImports } from "./places.ts";
import { allowed, nodeRooms, packages } from "./rooms.ts";

interface Import {
  readonly file: string;
  readonly room: string;
  readonly target: string;
  readonly typeOnly: boolean;
}

const files = globSync("src/**/*.{ts,tsx}").map((file) => file.replaceAll("\\", "/"));
const imports = files.flatMap(importsOf);

function importsOf(file: string): readonly Import[] {
  const source = readFileSync(file, "utf8");
  const statement =
    /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^;'"]*?from\s+"([^"]+)"|import\("([^"]+)"\)|(?:^|\n)import "([^"]+)"/g;
  return Array.from(source.matchAll(statement), ([, type, from, dynamic, bare]) => ({
    file,
    room: roomOf(file),
    target: from ?? dynamic ?? bare ?? "",
    typeOnly: type !== undefined,
  }));
}

/** The room of a file: its folder, or a part of the folder that the design lists separately. */
function roomOf(file: string): string {
  if (!file.startsWith("src/")) return dirname(file);
  const [, storey = "", room = storey, part = ""] = file.split("/");
  return `${room}/${part}` in allowed ? `${room}/${part}` : room;
}

function isOurs({ target }: Import): boolean {
  return target.startsWith(".");
}

/** The path of the file that an import of this project resolves to. */
function pathOf({ file, target }: Import): string {
  return normalize(join(dirname(file), target)).replaceAll("\\", "/");
}

function packageOf(target: string): string {
  return target
    .split("/")
    .slice(0, target.startsWith("@") ? 2 : 1)
    .join("/");
}

/** The lines of a file that are neither blank nor only a comment, as the linter counts them. */
function codeLines(source: string): readonly string[] {
  const withoutBlocks = source.replaceAll(/^[ \t]*\/\*[^]*?\*\/[ \t]*$/gm, "");
  return withoutBlocks.split("\n").filter((line) => !/^\s*(?:\/\/|$)/.test(line));
}

/** A file as the design lists it, without `src/` and its storey. */
function fileOf(path: string): string {
  return path.replace(/^src\/(?:[^/]+\/)?/, "");
}

/** Lists each allowance as `room: target`. */
function listed(table: Readonly<Record<string, readonly string[]>>): readonly string[] {
  return Object.entries(table).flatMap(([name, of]) => of.map((one) => `${name}: ${one}`));
}

describe("imports", () => {
  it("are found in every source file", () => {
    expect(files.length).toBeGreaterThan(80);
    expect(imports.length).toBeGreaterThan(300);
  });

  it("between rooms are only those that the design allows", () => {
    const denied = imports.filter(isOurs).filter((one) => {
      const { room } = one;
      const path = pathOf(one);
      if (path === "package.json") return false;
      const wanted = roomOf(path);
      const rooms = allowed[room] ?? [];
      return wanted !== room && !rooms.includes(wanted) && !rooms.includes(fileOf(path));
    });
    expect(denied.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it("between storeys go down only", () => {
    const up = upwardImports(
      imports.filter(isOurs).map((one) => ({ from: one.file, to: pathOf(one) })),
    );
    expect(up).toEqual([]);
  });

  it("that the design allows are all in use", () => {
    const rooms = imports.filter(isOurs).flatMap((one) => {
      const path = pathOf(one);
      return [`${one.room}: ${roomOf(path)}`, `${one.room}: ${fileOf(path)}`];
    });
    const ofPackages = imports.map(({ room, target }) => `${packageOf(target)}: ${room}`);
    const made = new Set([...rooms, ...ofPackages]);
    expect([...listed(allowed), ...listed(packages)].filter((one) => !made.has(one))).toEqual([]);
  });

  it("form no cycles, including type imports", () => {
    // Remove modules without imports or importers until only cycles remain.
    let left = imports.filter(isOurs).map((one) => ({ from: one.file, to: pathOf(one) }));
    let before = 0;
    while (left.length !== before) {
      before = left.length;
      const importing = new Set(left.map(({ from }) => from));
      const imported = new Set(left.map(({ to }) => to));
      left = left.filter(({ from, to }) => importing.has(to) && imported.has(from));
    }
    expect(left.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it("go down only, through at most 12 floors of rooms", () => {
    const floors = new Map<string, number>();
    for (const [room, targets] of Object.entries(allowed)) {
      const below = targets
        .filter((target) => !target.startsWith("contracts/"))
        .map((target) => floors.get(roomOf(`src/storey/${target}`)) ?? Number.NaN);
      floors.set(room, Math.max(0, ...below) + 1);
    }
    // A room that imports a later one has no number.
    expect([...floors].filter(([, floor]) => Number.isNaN(floor))).toEqual([]);
    expect(Math.max(...floors.values())).toBeLessThanOrEqual(12);
  });

  it("of the store by the platform and the planes are type-only", () => {
    const denied = imports
      .filter(({ room }) => ["platform", "api", "control"].includes(room))
      .filter(({ target, typeOnly }) => target.includes("/store/") && !typeOnly);
    expect(denied.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it("of the server by its client are type-only, so that the client runs wherever fetch exists", () => {
    const denied = imports
      .filter(({ room, target }) => room === "client" && !target.startsWith("./"))
      .filter((one) => roomOf(pathOf(one)) !== "values")
      .filter(({ target, typeOnly }) => !typeOnly && !target.startsWith("eventsource-parser"));
    expect(denied.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it("leave the engine of the user's process alone", () => {
    // In a thread of its own and in commands, V8 interrupts what takes too long.
    const own = "src/base/values/time-limit.ts";
    const denied = imports
      .filter(({ target }) => target === "node:v8" || target === "node:vm")
      .filter(({ file }) => file !== own);
    expect(denied.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it("of packages stay in the rooms that the design allows", () => {
    const denied = imports
      .filter((one) => !isOurs(one))
      .filter(({ file, room, target }) => {
        if (target.startsWith("node:")) {
          return !nodeRooms.includes(room) && !nodeRooms.includes(fileOf(file));
        }
        return packages[packageOf(target)]?.includes(room) !== true;
      });
    expect(denied.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });
});

describe("folders", () => {
  it("are the rooms of the table, each in its storey", () => {
    expect(misplacedRooms(files)).toEqual([]);
  });

  it("have at most 45 files of their own", () => {
    expect(crowdedFolders(files)).toEqual([]);
  });
});

describe("source files", () => {
  it("have at most 300 lines without blank lines and comments", () => {
    const long = files.filter((file) => codeLines(readFileSync(file, "utf8")).length > 300);
    expect(long).toEqual([]);
    expect(codeLines("// one\n\n/**\n * two\n */\nconst a = 1; // three\n/* four */\n")).toEqual([
      "const a = 1; // three",
    ]);
  });

  it("contain no any, no non-null assertion, no default export except Jest's setup, and no disabled lint rule without a reason", () => {
    const wrong = files.flatMap((file) =>
      readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => !/^\s*(?:\/\*\*|\*|\/\/ (?!oxlint))/.test(line))
        .filter((line) =>
          /\bas any\b|: any\b|<any>|[\w)\]]!(?:[.;,)\]]|$)|^export default (?!setup;)|oxlint-disable(?!.* -- )/.test(
            line,
          ),
        )
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(wrong).toEqual([]);
  });
});
