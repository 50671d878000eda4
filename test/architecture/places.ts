import { dirname } from "node:path";

import { storeys } from "./storeys.ts";

const folderMax = 45;
const names = Object.keys(storeys);

/** The imports from a lower storey to a higher one. */
export function upwardImports(
  imports: readonly { readonly from: string; readonly to: string }[],
): readonly string[] {
  return imports
    .filter(({ from, to }) => isInStorey(from) && isInStorey(to) && floorOf(to) < floorOf(from))
    .map(({ from, to }) => `${from} imports ${to}`);
}

/** Folders of `src` that are not a room of the table, and rooms of the table without a folder. */
export function misplacedRooms(files: readonly string[]): readonly string[] {
  const designed = Object.entries(storeys).flatMap(([storey, { rooms }]) =>
    Object.keys(rooms).map((room) => `src/${storey}/${room}`),
  );
  const present = new Set(
    files
      .filter((file) => file.split("/").length > 2)
      .map((file) => file.split("/").slice(0, 3).join("/")),
  );
  return [
    ...[...present].filter((room) => !designed.includes(room)).map((room) => `${room}: no room`),
    ...designed.filter((room) => !present.has(room)).map((room) => `${room}: no folder`),
  ];
}

/** Folders with more than 45 files of their own. */
export function crowdedFolders(files: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > folderMax)
    .map(([folder, count]) => `${folder}: ${count} files`);
}

/** Files at the root of the source are in no storey. */
function isInStorey(file: string): boolean {
  return floorOf(file) >= 0;
}

/** The place of a file's storey, from the top. */
function floorOf(file: string): number {
  return names.indexOf(file.split("/")[1] ?? "");
}

/** Whether the comment about a file stands among its imports, where sorting them may have taken it. */
export function hasLostComment(text: string): boolean {
  const imports = /^(?:import [^;]*;\n|\n)+/.exec(text)?.[0] ?? "";
  const next = /^\/\*\*(?:[^*]|\*(?!\/))*\*\/\nimport /;
  return imports !== "" && next.test(text.slice(imports.length));
}
