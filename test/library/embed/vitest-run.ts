/** Runs Vitest in a separate process on files that a test writes. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";

import { onTestFinished } from "vitest";

/** The result of a run of Vitest. */
export interface VitestRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs `files`, a map from name to text. In them, `lead-sandbox/vitest` and its setup resolve to the source. `options`, as
 * written there, belong to `test` in the configuration.
 */
export async function runVitest(
  files: Readonly<Record<string, string>>,
  options = "",
): Promise<VitestRun> {
  const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-vitest-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
  const entries = {
    vitest: "src/library/embed/vitest.ts",
    "vitest/setup": "src/library/embed/setup.ts",
  };
  const written = { "vitest.config.mjs": configOf(options), ...files };
  for (const [name, text] of Object.entries(written)) {
    const ofSource = Object.entries(entries).reduce(
      (code, [entry, file]) =>
        code.replaceAll(`"lead-sandbox/${entry}"`, JSON.stringify(join(process.cwd(), file))),
      text,
    );
    writeFileSync(join(folder, name), ofSource);
  }
  const { promise, resolve } = Promise.withResolvers<VitestRun>();
  const { VITEST: _vitest, ...environment } = process.env;
  // The first test of a file waits until Node has loaded the server's source.
  const settings = ["--root", folder, "--reporter=default", "--testTimeout=50000"];
  execFile(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", ...settings],
    { env: { ...environment, NO_COLOR: "1" } },
    (error, stdout, stderr) =>
      resolve({
        code: typeof error?.code === "number" ? error.code : 0,
        stdout: stripVTControlCharacters(stdout),
        stderr: stripVTControlCharacters(stderr),
      }),
  );
  return promise;
}

/** Node loads the source, as it loads the installed package. Vitest would transform all of it again in each run. */
function configOf(options: string): string {
  const source = join(process.cwd(), "src/").replaceAll(/[^\w/]/g, "\\$&");
  return `export default { test: { server: { deps: { external: [new RegExp(${JSON.stringify(source)})] } }, ${options} } };`;
}
