import { describe, expect, it } from "vitest";

import type { SandboxOptions } from "../../../../src/server/sandbox/sandbox.ts";
import { partnerKey } from "../../../world/workspace/contents.ts";
import type { Served } from "../../../world/workspace/served.ts";
import { dataFolder, newLead, served } from "../../../world/workspace/served.ts";

const storages: readonly {
  readonly storage: string;
  readonly options: () => SandboxOptions;
}[] = [
  { storage: "memory", options: () => ({}) },
  { storage: "a file", options: () => ({ data: dataFolder() }) },
];

function answerOf(sandbox: Served, name: string): Promise<Response> {
  return sandbox.fetch(new Request(`http://127.0.0.1/_sandbox/snapshots/${name}/download`));
}

async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer());
}

describe.each(storages)(
  "GET snapshots/{name}/download of a workspace in $storage",
  ({ options }) => {
    it("200 with an SQLite file named after the snapshot", async () => {
      const sandbox = served(options());
      const taken = await sandbox.control("POST", "/snapshots", { name: "v1.0" });
      const response = await answerOf(sandbox, "v1.0");
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("application/vnd.sqlite3");
      expect(response.headers.get("content-disposition")).toBe(
        'attachment; filename="v1.0.sqlite"',
      );
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      const bytes = await bytesOf(response);
      expect(bytes.subarray(0, 16).toString("latin1")).toBe("SQLite format 3\0");
      expect(taken.text).toBe(JSON.stringify({ data: { name: "v1.0", bytes: bytes.length } }));
    });

    it("200 with the same bytes each time, also after a restore", async () => {
      const sandbox = served(options());
      await sandbox.control("POST", "/snapshots", { name: "same" });
      const first = await bytesOf(await answerOf(sandbox, "same"));
      await newLead(sandbox, partnerKey.key, "after@example.com");
      await sandbox.control("POST", "/snapshots/same/restore");
      await newLead(sandbox, partnerKey.key, "again@example.com");
      expect((await bytesOf(await answerOf(sandbox, "same"))).equals(first)).toBe(true);
    });
  },
);
