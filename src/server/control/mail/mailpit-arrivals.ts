/** Checks which mail has arrived in the Mailpit behind the mail server. */

import { delay, performance } from "../../../base/values/native-timers.ts";
import type { OutboxMessage } from "../../../domain/model/mail.ts";
import type { Mailpit } from "../../../world/mail/mailpit.ts";
import type { MessageFilter } from "../../../world/store/outbox-filter.ts";
import { senderOf } from "../../../world/workspace/outgoing-mail.ts";
import { ControlError } from "../calls/control-error.ts";
import type { ControlCall } from "../calls/operation.ts";

/** Pause between two requests to Mailpit, in milliseconds. */
const lookEveryMs = 100;

/** The ids of the workspace's messages in Mailpit. Throws a 409 if no Mailpit is set or it does not respond. */
export function arrivedIds(call: ControlCall): Promise<ReadonlySet<string>> {
  return askMailpit(call, (mailpit) => mailpit.arrived(senderOf(call.workspace)));
}

/**
 * Runs `forget`, which deletes the messages here, and then deletes them in Mailpit, including any on their way. It
 * checks Mailpit first and changes nothing if that fails, with the errors of `arrivedIds`.
 */
export async function clearingMailpit<Result>(
  call: ControlCall,
  forget: () => Result | Promise<Result>,
): Promise<Result> {
  const sender = senderOf(call.workspace);
  await askMailpit(call, (mailpit) => mailpit.check(sender));
  refuseDropped(call);
  const result = await forget();
  const hint = "The sandbox has deleted its part. Call it again.";
  await askMailpit(call, (mailpit) => mailpit.clear(sender), hint);
  // Another one may have its id by now: nothing of that is in the answer.
  refuseDropped(call);
  return result;
}

function refuseDropped({ registry, workspace }: ControlCall): void {
  if (registry.find(workspace.id) === workspace) return;
  throw new ControlError(404, "The workspace was dropped during the call to Mailpit.");
}

/** Waits for a matching message in Mailpit and returns the newest; null after `timeoutMs` of real time. */
export async function untilArrived(
  call: ControlCall,
  filter: MessageFilter,
  timeoutMs: number,
): Promise<OutboxMessage | null> {
  const giveUpAt = performance.now() + timeoutMs;
  while (!call.signal.aborted) {
    // oxlint-disable-next-line no-await-in-loop -- polls until it is there
    const ids = await arrivedIds(call);
    const found = call.workspace.store().outbox.newest({ ...filter, ids });
    if (found !== null || performance.now() + lookEveryMs > giveUpAt) return found;
    // oxlint-disable-next-line no-await-in-loop -- polls until it is there
    await delay(lookEveryMs);
    refuseDropped(call);
  }
  return null;
}

async function askMailpit<Result>(
  { server }: ControlCall,
  question: (mailpit: Mailpit) => Promise<Result>,
  hint = "Nothing was changed in the sandbox.",
): Promise<Result> {
  const { mailpit } = server;
  if (mailpit === null) {
    throw new ControlError(409, "No Mailpit is configured.", {
      hint: "Start the sandbox with --mailpit-url (LEAD_SANDBOX_MAILPIT_URL).",
    });
  }
  try {
    return await question(mailpit);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ControlError(409, `Mailpit at ${mailpit.url} cannot be reached: ${reason}`, {
      hint,
    });
  }
}
