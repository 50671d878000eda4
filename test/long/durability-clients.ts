/**
 * Concurrent clients in the default workspace of a sandbox that is killed. Compares their responses
 * with the records found later.
 */
import { replyOf } from "../support/reply.ts";
import type { Reply } from "../support/reply.ts";
import { isHalf, recordsOf } from "./durability-records.ts";

const clients = 6;
const plansOfLead = 2;
const key = "11111111-1111-4111-8111-111111111111";

/** The concurrent clients over all runs. */
export interface ConcurrentClients {
  /**
   * Creates Leads and signs their clients up until the sandbox ends. Calls `onChange` after each
   * confirmed change.
   */
  readonly live: (url: string, onChange: () => void) => Promise<void>;
  /** The emails whose records contradict the responses or are incomplete. */
  readonly mixed: (url: string) => Promise<readonly string[]>;
}

/** Concurrent clients before their first request. */
export function newConcurrentClients(): ConcurrentClients {
  const created = new Set<string>();
  const signedUp = new Set<string>();
  let run = 0;
  const oneClient = async (url: string, client: number, onChange: () => void): Promise<void> => {
    for (let number = 0; ; number += 1) {
      const email = `run${run}.client${client}.${number}@client.example`;
      const clientData = { Plans: Array.from({ length: plansOfLead }, () => ({ type: "Buying" })) };
      const lead = { email, firstName: "Cal", lastName: "Crowd", clientData };
      // oxlint-disable-next-line no-await-in-loop -- one call after the other
      const made = await post(`${url}/v1/firms/Harb0rPt/leads`, lead);
      if (made === null) return;
      if (made.status !== 201) throw new Error(made.text);
      created.add(email);
      onChange();
      // oxlint-disable-next-line no-await-in-loop -- one call after the other
      const joined = await post(`${url}/_sandbox/sign-ups`, { email });
      if (joined === null) return;
      if (joined.status !== 201) throw new Error(joined.text);
      signedUp.add(email);
      onChange();
    }
  };
  return {
    async live(url, onChange) {
      run += 1;
      await Promise.all(
        Array.from({ length: clients }, (_, client) => oneClient(url, client, onChange)),
      );
    },
    async mixed(url) {
      const there = await recordsOf(`${url}/_sandbox`, (email) => email.startsWith("run"));
      const lost = [
        ...[...created].filter((email) => !there.has(email)),
        ...[...signedUp].filter((email) => there.get(email)?.converted !== true),
      ];
      return [
        ...lost,
        ...[...there].filter(([, of]) => isHalf(of, plansOfLead)).map(([email]) => email),
      ];
    },
  };
}

/** The response; null when the sandbox ended first. */
async function post(url: string, body: object): Promise<Reply | null> {
  const headers = { "x-api-key": key, "content-type": "application/json" };
  try {
    return await replyOf(await fetch(url, { method: "POST", headers, body: JSON.stringify(body) }));
  } catch {
    return null; // It was killed.
  }
}
