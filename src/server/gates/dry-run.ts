import type { Fault } from "../../domain/model/fault.ts";
import { NoAnswer } from "../../network/http/no-answer.ts";
import type {
  RequestContext,
  DryRun,
  DryRunResult,
} from "../../world/workspace/requests/context.ts";
import type { NewEvent } from "../../world/workspace/transactions.ts";
import type { Workspace } from "../../world/workspace/workspace.ts";

/** Answers a request in a workspace with the usual gates and operations, and rolls back all its effects. */
export async function dryRun(
  fetch: (dryRun: DryRun) => Response | Promise<Response>,
  workspace: Workspace,
): Promise<DryRunResult> {
  const seen: {
    context: RequestContext | null;
    events: readonly NewEvent[];
    fault: Fault | null;
  } = { context: null, events: [], fault: null };
  const response = await answerIfAny(
    fetch({
      workspace,
      onContext: (context) => void (seen.context = context),
      onEvents: (events) => void (seen.events = events),
      onFault: (fault) => void (seen.fault = fault),
    }),
  );
  const { context, ...rest } = seen;
  if (context === null) throw new Error("A dry run ended before it reached its workspace.");
  return { ...rest, context, response };
}

async function answerIfAny(answer: Response | Promise<Response>): Promise<Response | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NoAnswer) return null;
    throw error;
  }
}
