import type { Fault } from "../domain/fault.ts";
import { NoAnswer } from "../http/no-answer.ts";
import type { Exchange, Rehearsal, Rehearsed } from "../workspace/exchange.ts";
import type { NewEvent } from "../workspace/transactions.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** Has a request answered in a workspace, by the gates and operations that answer any other, and leaves nothing of it behind. */
export async function rehearse(
  fetch: (rehearsal: Rehearsal) => Response | Promise<Response>,
  workspace: Workspace,
): Promise<Rehearsed> {
  const told: {
    exchange: Exchange | null;
    events: readonly NewEvent[];
    fault: Fault | null;
  } = { exchange: null, events: [], fault: null };
  const response = await answered(
    fetch({
      workspace,
      onExchange: (exchange) => void (told.exchange = exchange),
      onEvents: (events) => void (told.events = events),
      onFault: (fault) => void (told.fault = fault),
    }),
  );
  const { exchange, ...rest } = told;
  if (exchange === null) throw new Error("A rehearsed request never got to its workspace.");
  return { ...rest, exchange, response };
}

async function answered(answer: Response | Promise<Response>): Promise<Response | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NoAnswer) return null;
    throw error;
  }
}
