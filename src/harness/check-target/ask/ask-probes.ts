/** Asks a service what its probes want to know. */
import type { Observation } from "../judge/compare.ts";
import type { Probe } from "../probes/probe.ts";
import { isSteady, NoAnswerError } from "../target/no-answer.ts";
import type { Service, ServiceOptions } from "../target/service.ts";
import { retryPausesMs, StoppedError } from "../target/service.ts";
import type { Findings, TargetOptions } from "../target/target.ts";
import { findingsOf, singleAnswer } from "../target/target.ts";

export type Answers = ReadonlyMap<Probe, Findings>;

export interface AskOptions
  extends Pick<ServiceOptions, "wait">, Pick<TargetOptions, "baseUrl" | "facts" | "pause"> {
  /** Distinguishes the addresses of this run from those of other runs. */
  readonly run: string;
  /** The answers of an earlier run, which are not asked for again. */
  readonly answers?: Answers | undefined;
  /** Gets all answers after each new one. */
  readonly keep?: ((answers: Answers) => Promise<void>) | undefined;
}

export interface Asked {
  readonly observed: readonly Observation[];
  readonly stopped: StoppedError | null;
}

/** Runs one probe at a time, to avoid flooding the service. Ends early on a `StoppedError`. */
export async function askProbes(
  asked: readonly Probe[],
  { send }: Service,
  options: AskOptions,
): Promise<Asked> {
  const answers = new Map(options.answers);
  const unanswered: Observation[] = [];
  const observed = (): readonly Observation[] => [
    ...Array.from(answers, ([probe, findings]) => ({ probe, findings })),
    ...unanswered,
  ];
  const open = asked.filter((probe) => !answers.has(probe));
  const asking = { ...options, send, shared: new Map() };
  try {
    if (open.length > 0) await refuseStranger(asking);
    for (const [number, probe] of open.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, see above
      const findings = await findingsAfterRetries(probe, asking, `${options.run}-${number}`);
      if (findings.unanswered === null) {
        answers.set(probe, findings);
        // oxlint-disable-next-line no-await-in-loop -- an interruption loses no answer
        await options.keep?.(answers);
      } else unanswered.push({ probe, findings });
    }
    return { observed: observed(), stopped: null };
  } catch (error) {
    if (error instanceof StoppedError) return { observed: observed(), stopped: error };
    throw error;
  }
}

type Asking = AskOptions & Pick<TargetOptions, "send" | "shared">;

/** Runs a probe again with other people where a create got no answer, which may have been carried out. */
async function findingsAfterRetries(probe: Probe, asking: Asking, tag: string): Promise<Findings> {
  const problems: string[] = [];
  for (const [attempt, pauseMs] of [0, ...retryPausesMs].entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    if (pauseMs > 0) await asking.wait(pauseMs, "no-answer");
    const ownTag = attempt === 0 ? tag : `${tag}${"abc"[attempt]}`;
    // oxlint-disable-next-line no-await-in-loop -- see above
    const findings = await findingsOf(probe, { ...asking, tag: ownTag });
    const { unanswered } = findings;
    if (unanswered?.again !== "other-person") return findings;
    problems.push(`${unanswered.request} ${unanswered.problem}`);
    if (problems.length > retryPausesMs.length) {
      return { ...findings, unanswered: { ...unanswered, isSteady: isSteady(problems) } };
    }
  }
  throw new Error("A probe runs at most three times.");
}

/**
 * Throws `StoppedError` if the service rejects the key or the Firm: every rule would be denied for that reason
 * alone. So it does if the service does not answer at all.
 */
async function refuseStranger(options: Asking): Promise<void> {
  const { firmId } = options.facts;
  const status = await firstStatus(`/firms/${firmId}/leads?limit=1`, options);
  if (status === 200) return;
  const problems: Readonly<Record<number, string>> = {
    401: "the key is not taken there (401)",
    403: `the key may not read the Leads of the Firm ${firmId} (403)`,
    404: `there is no Firm ${firmId} for this key, or no Lead API at this base URL (404)`,
  };
  const problem = problems[status] ?? `the Leads of the Firm ${firmId} are answered with ${status}`;
  throw new StoppedError("refused", `No check was made: ${problem}.`);
}

async function firstStatus(path: string, options: Asking): Promise<number> {
  try {
    return (await singleAnswer("GET", path, options)).status;
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    const { form, problem } = error.unanswered;
    // A service that calls its JSON something else is judged by `http.json`.
    if (form?.isObject === true) return form.status;
    throw new StoppedError(
      form === null ? "unreachable" : "refused",
      form === null
        ? `${new URL(options.baseUrl).origin} cannot be reached: ${problem}.`
        : `No check was made: there is no Lead API at this base URL (${problem}).`,
    );
  }
}
