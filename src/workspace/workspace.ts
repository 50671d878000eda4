import type { ApiKey } from "../domain/api-key.ts";
import type { MailDraft, OutboxMessage } from "../domain/mail.ts";
import type { Assumptions } from "../rules/trace.ts";
import type { Store } from "../store/store.ts";
import type { Clock, ClockSetting } from "./clock.ts";
import { newClock } from "./clock.ts";
import type { EventLog } from "./events.ts";
import { newEventLog } from "./events.ts";
import type { Ids } from "./ids.ts";
import type { Journal } from "./journal.ts";
import { newJournal } from "./journal.ts";
import type { Origin } from "./memory.ts";
import type { Quotas } from "./quotas.ts";
import { newQuotas } from "./quotas.ts";
import type { State } from "./state.ts";
import { openState } from "./state.ts";
import type { Transactions } from "./transactions.ts";
import { newTransactions } from "./transactions.ts";

/** What every workspace of one sandbox shares: where its mails lead and come from. */
export interface Platform {
  /** The page that invitations lead to; the referral code is added to it. */
  readonly signUpUrl: string;
  /** The domain that mails come from. */
  readonly mailDomain: string;
}

/**
 * One world: a database with its own clock, ids, assumptions, limiters, journal, events and mail. Nothing
 * in it is shared with another workspace, and an API key belongs to one.
 */
export interface Workspace extends Transactions {
  readonly id: string;
  readonly platform: Platform;
  readonly origin: () => Origin;
  readonly store: () => Store;
  readonly clock: Clock;
  readonly setClock: (setting: ClockSetting) => void;
  readonly ids: () => Ids;
  readonly quotas: Quotas;
  readonly journal: Journal;
  readonly events: EventLog;
  readonly assumptions: () => Assumptions;
  readonly setAssumptions: (assumptions: Assumptions) => void;
  /** The key with that text, also a revoked or expired one. */
  readonly findKey: (key: string) => ApiKey | null;
  readonly keys: () => readonly ApiKey[];
  /** Tells the workspace that its keys were changed in the store. */
  readonly keysChanged: () => void;
  /** Puts a message into the outbox, as part of the transaction that is open. */
  readonly captureMail: (draft: MailDraft) => OutboxMessage;
  /** Takes over another store, or the same one after it was rolled back, and forgets all that was in memory. */
  readonly renew: (store: Store) => void;
  readonly close: () => void;
}

/** The workspace that `store` holds; `onKeysChanged` hears every set of its keys. */
export function openWorkspace(
  id: string,
  store: Store,
  platform: Platform,
  onKeysChanged: (keys: readonly string[]) => void,
): Workspace {
  const state = openState(id, store, onKeysChanged);
  const clock = newClock(state.memory().clock);
  const quotas = newQuotas();
  quotas.restore(state.memory().quotas);
  const journal = newJournal();
  const events = newEventLog();
  const transactions = newTransactions(state, clock, events);
  return {
    ...transactions,
    id,
    platform,
    origin: () => state.memory().origin,
    store: state.store,
    clock,
    setClock(clockSetting) {
      clock.restore(clockSetting);
      state.remember({ clock: clockSetting });
    },
    ids: state.ids,
    quotas,
    journal,
    events,
    assumptions: () => state.memory().assumptions,
    setAssumptions: (assumptions) => state.remember({ assumptions }),
    findKey: (key) => state.keys().get(key) ?? null,
    keys: () => [...state.keys().values()],
    keysChanged: state.keysChanged,
    captureMail: (draft) => captured(state, clock, transactions, draft),
    renew(next) {
      state.renew(next);
      clock.restore(state.memory().clock);
      quotas.restore(state.memory().quotas);
      journal.clear();
      events.clear();
    },
    close() {
      events.end();
      state.remember({ quotas: quotas.dump() });
      state.store().close();
    },
  };
}

function captured(
  state: State,
  clock: Clock,
  { emit }: Transactions,
  draft: MailDraft,
): OutboxMessage {
  const { outbox } = state.store();
  const number = outbox.nextNumber();
  const id = state.ids().of("email", number);
  const message = { ...draft, id, at: clock.now(), relayed: null };
  outbox.insert(number, message);
  emit("mail.captured", { id, kind: draft.content.kind, to: [...draft.to] });
  return message;
}
