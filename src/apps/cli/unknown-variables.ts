import { closest, distance } from "fastest-levenshtein";

import { settings } from "../../server/settings/config.ts";

/** Reports each variable that no setting reads, and the setting it may be meant for. */
export function warnOfUnknown(names: readonly string[]): void {
  const variables = settings.map(({ variable }) => variable);
  for (const name of names) {
    const nearest = closest(name, variables);
    const meant = distance(name, nearest) <= distanceMax ? ` Did you mean ${nearest}?` : "";
    process.stderr.write(`lead-sandbox: Unknown setting ${name}.${meant}\n`);
  }
}

const distanceMax = 3;
