/** What a client believes after a run of an assessment. */
import type { AssessSettings } from "../../../harness/assess/assess.ts";
import { isInState, readLedger } from "../../../harness/simulate/ledger/ledger.ts";
import type { AssessOptions } from "../options/assess.ts";
import { ledgerIn } from "../simulate/history-settings.ts";

/**
 * Reads the ledger of one run, a text for each row in order. Null for one that cannot be read, and for one that several
 * runs share: it may hold what another run believed.
 */
export function ownLedger(
  options: Pick<AssessOptions, "ledger" | "ledgerCommand" | "setup" | "tick">,
  signal: AbortSignal,
): Pick<AssessSettings, "ledgerOf"> {
  const source = ledgerIn(options);
  const { setup, tick = "exec" } = options;
  if (source.kind === "none" || tick !== "exec") return {};
  const isOwn = (state: string): boolean =>
    source.kind === "command"
      ? source.text.includes("LEAD_SANDBOX_STATE")
      : source.kind === "file" && isInState(source, state);
  return {
    async ledgerOf(env) {
      if (setup === undefined && !isOwn(env["LEAD_SANDBOX_STATE"] ?? "")) return null;
      const reading = await readLedger(source, env, signal);
      if ("unreadable" in reading) return null;
      return reading.rows.map(rowText).toSorted();
    },
  };
}

type Row = Readonly<Record<string, unknown>>;

/** A row without its id where an email names the person: ids depend on the order of creation. */
function rowText({ id = null, email = null, state = null, planStatus = null }: Row): string {
  const name = typeof email === "string" ? email.toLowerCase() : id;
  return JSON.stringify([name, state, planStatus]);
}
