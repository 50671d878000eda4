/** Shows the time of the workspace to the client's process. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { iso } from "../../../base/values/moment.ts";

/** How a job sees the time of the workspace: by a file that a variable names, or as its own clock. */
export const jobClocks = ["variables", "faketime"] as const;

export interface JobClock {
  readonly variables: Readonly<Record<string, string>>;
  /** Writes the time on the client's clock, in epoch milliseconds. */
  readonly show: (now: number) => void;
  readonly end: () => void;
}

/** A clock in a file that `LEAD_SANDBOX_CLOCK` names; with a `library` of libfaketime it is also the process's own. */
export function newJobClock(now: number, library: string | null): JobClock {
  const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-clock-"));
  const [file, fake] = [join(folder, "now"), join(folder, "fake")];
  const show = (moment: number): void => {
    replace(file, iso(moment));
    if (library !== null) replace(fake, `${(moment / 1_000).toFixed(3)}\n`);
  };
  show(now);
  return {
    variables: {
      LEAD_SANDBOX_CLOCK: file,
      ...(library === null ? {} : fakeTimeVariables(library, fake)),
    },
    show,
    end: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Writes a file that is whole at any moment. */
function replace(path: string, text: string): void {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

function fakeTimeVariables(library: string, file: string): Readonly<Record<string, string>> {
  return {
    [process.platform === "darwin" ? "DYLD_INSERT_LIBRARIES" : "LD_PRELOAD"]: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: "1",
    // Time limits of the client go on with the time of the machine.
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    FAKETIME_FMT: "%s",
  };
}
