import type { VariableNames } from "../../../domain/model/client-variables.ts";
import { readVariables } from "../../../domain/model/client-variables.ts";

/** The variables of a client in the answer of the server at `url`. Reports on standard error how many others it sent. */
export function sentVariables(
  sent: unknown,
  url: string,
  names?: VariableNames,
): Readonly<Record<string, string>> {
  const { variables, dropped } = readVariables(sent, names);
  if (dropped > 0) {
    process.stderr.write(
      `lead-sandbox: Dropped variables that are not for clients: ${dropped}. Check that the server at ${url} is lead-sandbox.\n`,
    );
  }
  return variables;
}
