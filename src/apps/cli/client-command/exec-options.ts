import type { VariableNames } from "../../../domain/model/client-variables.ts";
import { usualNames } from "../../../domain/model/client-variables.ts";
import type { ExecOptions } from "../options/exec.ts";
import { refuseUnwritable } from "../output/report-files.ts";
import { UsageError } from "../usage-error.ts";

/** Refuses an empty command, and files of options that cannot be written. */
export async function refuseUnusable(
  command: readonly string[],
  options: ExecOptions,
): Promise<void> {
  if (command[0] === "") throw new UsageError("The command is empty.");
  for (const name of ["junit", "json", "record", "bundle"] as const) {
    // oxlint-disable-next-line no-await-in-loop -- stops at the first file that cannot be written
    await refuseUnwritable(`--${name}`, options[name]);
  }
}

/** Parses `url=MY_URL,key=MY_KEY`, which renames the usual variables. */
export function namesOf(text: string | undefined): VariableNames {
  const names: Record<string, string> = { ...usualNames };
  for (const pair of text?.split(",") ?? []) {
    const [what = "", name = ""] = pair.split("=", 2);
    if (!Object.hasOwn(usualNames, what) || !/^[A-Za-z_]\w*$/.test(name)) {
      const known = Object.keys(usualNames).join(", ");
      throw new UsageError(
        `Invalid --env: ${JSON.stringify(pair)}. Expected comma-separated VALUE=NAME pairs, such as url=MY_URL,key=MY_KEY. Values: ${known}; a name has letters, digits and _, and does not start with a digit.`,
      );
    }
    names[what] = name;
  }
  const [twice] = [...Map.groupBy(Object.values(names), (name) => name).values()]
    .filter(({ length }) => length > 1)
    .flat();
  if (twice !== undefined) {
    throw new UsageError(`Invalid --env: two values have the name ${twice}. Give each its own.`);
  }
  return { ...usualNames, ...names };
}
