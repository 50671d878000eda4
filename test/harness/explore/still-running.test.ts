import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { temporaryFolder } from "../../apps/cli/program.ts";
import { explored, program } from "./explored.ts";

describe("explore of a client that leaves a daemon in a session of its own", () => {
  it("ends without it, and names it", async () => {
    const file = join(temporaryFolder(), "pid");
    const client = program(`
      import { spawn } from "node:child_process";
      import { writeFileSync } from "node:fs";
      const stdio = ["ignore", "inherit", "inherit"];
      const daemon = spawn("sleep", ["60"], { detached: true, stdio });
      daemon.unref();
      writeFileSync(${JSON.stringify(file)}, String(daemon.pid));
    `);
    const startedAt = performance.now();
    const { code, report } = await explored([], client);
    process.kill(Number(readFileSync(file, "utf8")));
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    expect({ code, kind: report?.problem?.kind }).toEqual({ code: 3, kind: "no-calls" });
    const name = process.platform === "linux" ? '"sleep" (process ' : "a process";
    expect(report?.notes.join(" ")).toContain(`2 s after it had ended: ${name}`);
  }, 90_000);
});
