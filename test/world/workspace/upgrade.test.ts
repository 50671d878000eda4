import { join } from "node:path";

import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";

import { at } from "../../support/reply.ts";
import { partnerKey } from "./contents.ts";
import { dataFolder, served } from "./served.ts";

describe("a workspace file", () => {
  it("of an earlier version keeps its faults with their hits, which that version called met", async () => {
    const data = dataFolder();
    const first = served({ data });
    await first.control("POST", "/faults", { match: {}, then: { status: 503 }, times: 2 });
    await first.api(partnerKey.key, "GET", "/leads");
    first.close();
    const file = new Database(join(data, "default.sqlite"));
    file.exec(
      "update settings set value = replace(value, '\"hits\"', '\"met\"') where name like 'fault %'",
    );
    file.close();
    const second = served({ data });
    const reply = await second.control("GET", "/faults");
    expect(at(reply, "data.0")).toMatchObject({ hits: 1, met: 1, state: "active" });
  });
});
