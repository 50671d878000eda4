/** Runs random programs over HTTP, in this process or as a command. */
import { argv, env } from "node:process";
import { setTimeout as delay } from "node:timers/promises";

import type { Answer, Place, Program, Provider } from "./program.ts";
import { carryOut, clientTimeoutMs } from "./program.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The provider that the environment variables of a command configure. */
export function httpProvider(variables: Environment): Provider {
  const { LEAD_API_URL: url, LEAD_API_KEY: key = "", LEAD_API_FIRM_ID: firm } = variables;
  const pathOf = (place: Place): string => {
    if ("lead" in place) return `/leads/${place.lead}`;
    const parent = place.leadsOf === "firm" ? `/firms/${firm}` : "/firmMembers/HPmember";
    if (place.filter === null) return `${parent}/leads`;
    return `${parent}/leads?filter=${encodeURIComponent(JSON.stringify({ email: place.filter }))}`;
  };
  return {
    pause: (ms) => delay(ms),
    async send(method, place, body): Promise<Answer> {
      const response = await fetch(`${url}/v1${pathOf(place)}`, {
        method,
        headers: { "x-api-key": key, "content-type": "application/json" },
        signal: AbortSignal.timeout(clientTimeoutMs),
        ...(body === null ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, data: dataIn(text) };
    },
  };
}

function dataIn(text: string): unknown {
  try {
    return JSON.parse(text).data ?? null;
  } catch {
    return null;
  }
}

if (argv[1] === import.meta.filename) {
  const program: Program = JSON.parse(argv[2] ?? "");
  process.exitCode = await carryOut(program, httpProvider(env));
}
