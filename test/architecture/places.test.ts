import { globSync, readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { crowdedFolders, hasLostComment, misplacedRooms, upwardImports } from "./places.ts";

const files = globSync("src/**/*.{ts,tsx}");

describe("the checks of the architecture", () => {
  it("find an import of a higher storey", () => {
    const [down, up] = [
      { from: "src/world/store/leads.ts", to: "src/domain/records/lead.ts" },
      { from: "src/world/store/leads.ts", to: "src/server/api/answers/wire.ts" },
    ];
    expect(upwardImports([down, up])).toEqual([`${up.from} imports ${up.to}`]);
  });

  it("find a room in a wrong storey, and the place that it left", () => {
    const moved = files.map((file) => file.replace("src/world/store/", "src/server/store/"));
    expect(misplacedRooms(moved)).toEqual([
      "src/server/store: no room",
      "src/world/store: no folder",
    ]);
  });

  it("find a file that is in no room, and a storey that the table lacks", () => {
    expect(misplacedRooms([...files, "src/world/loose.ts", "src/helpers/all.ts"])).toEqual([
      "src/world/loose.ts: no room",
      "src/helpers/all.ts: no room",
    ]);
  });

  it("find a folder with 46 files of its own", () => {
    const crowd = Array.from({ length: 46 }, (_, number) => `src/base/values/value-${number}.ts`);
    expect(crowdedFolders(crowd)).toEqual(["src/base/values: 46 files"]);
    expect(crowdedFolders(crowd.slice(1))).toEqual([]);
  });
});

describe("the comment about a file", () => {
  it("stands above its imports", () => {
    const all = globSync(["src/**/*.{ts,tsx}", "test/**/*.ts"]);
    expect(all.filter((file) => hasLostComment(readFileSync(file, "utf8")))).toEqual([]);
  });

  it.each([
    ["/** About. */\nimport a from 'a';\n\n/** Says a. */\nconst b = a;\n", false],
    ["import a from 'a';\n/** About. */\nimport b from 'b';\n", true],
    ["import a from 'a';\n\n/**\n * About.\n */\nimport b from 'b';\n", true],
    ["import a from 'a';\n\n/** Says c. */\nexport const c = a;\n", false],
  ])("is lost in %j: %s", (text, isLost) => expect(hasLostComment(text)).toBe(isLost));
});
