import type { ApiKey } from "../../domain/model/api-key.ts";
import type { MailDraft, OutboxMessage } from "../../domain/model/mail.ts";
import type { Assumptions } from "../../domain/rules/trace.ts";
import type { Store } from "../store/store.ts";
import type { IdKind, Ids } from "./ids.ts";
import { newCallNumbers } from "./logs/call-numbers.ts";
import type { CoverageCounters } from "./logs/coverage-counters.ts";
import { newCoverageCounters } from "./logs/coverage-counters.ts";
import type { EventLog, LogEnd } from "./logs/events.ts";
import { newEventLog } from "./logs/events.ts";
import type { Journal } from "./logs/journal.ts";
import { newJournal } from "./logs/journal.ts";
import type { Random } from "./random.ts";
import { newRandom } from "./random.ts";
import type { Faults } from "./requests/faults.ts";
import { newFaults } from "./requests/faults.ts";
import type { RequestGate } from "./requests/gate.ts";
import { newRequestGate } from "./requests/gate.ts";
import type { HeldRequests } from "./requests/held-requests.ts";
import { newHeldRequests } from "./requests/held-requests.ts";
import type { IdempotencyKeys } from "./requests/idempotency-keys.ts";
import { newIdempotencyKeys } from "./requests/idempotency-keys.ts";
import type { Quotas } from "./requests/quotas.ts";
import { newQuotas } from "./requests/quotas.ts";
import type { Resettable } from "./resettable.ts";
import type { State } from "./state.ts";
import { openState } from "./state.ts";
import type { Directory, HeldStore } from "./storage/held-store.ts";
import { limitedBy } from "./storage/size-limits.ts";
import type { Clock } from "./time/clock.ts";
import { newClock } from "./time/clock.ts";
import type { Schedule } from "./time/schedule.ts";
import { dueItems, newSchedule } from "./time/schedule.ts";
import type { Transactions } from "./transactions.ts";
import { newTransactions } from "./transactions.ts";
import type { WorkspaceContext } from "./workspace-context.ts";
import type { Identity, Origin } from "./workspace-settings.ts";
import { originWith } from "./workspace-settings.ts";

/**
 * One isolated world: a database with its own clock, ids, random source, assumptions, limiters, faults, journal,
 * events and mail. Workspaces share nothing, and an API key belongs to one.
 */
export interface Workspace extends Transactions, Numbering {
  readonly id: string;
  readonly sandbox: WorkspaceContext;
  readonly origin: () => Origin;
  /** Opened when it is first asked for. */
  readonly store: () => Store;
  /** Whether the store was used yet. */
  readonly isOpen: () => boolean;
  readonly bytes: () => number;
  /** The bytes of its mails as far as known without opening it. */
  readonly outboxBytes: () => number;
  readonly directory: () => Directory;
  readonly clock: Clock;
  readonly ids: () => Ids;
  readonly random: Random;
  readonly quotas: Quotas;
  readonly faults: Faults;
  readonly heldRequests: HeldRequests;
  readonly idempotencyKeys: IdempotencyKeys;
  readonly journal: Journal;
  readonly counters: CoverageCounters;
  readonly events: EventLog;
  readonly gate: RequestGate;
  readonly assumptions: () => Assumptions;
  readonly setAssumptions: (assumptions: Assumptions) => void;
  /** Changes the label, the owner or how long it lives, in one write; undefined removes one. */
  readonly setIdentity: (change: Partial<Identity>) => void;
  /** The key with that text, including revoked and expired ones. */
  readonly findKey: (key: string) => ApiKey | null;
  readonly keys: () => readonly ApiKey[];
  /** Reports that the keys in the store changed. */
  readonly keysChanged: () => void;
  /** Puts a message into the outbox, as part of the open transaction. */
  readonly captureMail: (draft: MailDraft) => OutboxMessage;
  /** Events that the clock alone makes due, such as the expiry of a key. */
  readonly schedule: Schedule;
  /** All its state in memory; a reset includes it along with the rows. */
  readonly resettables: readonly Resettable[];
  /**
   * Persists these resettables in the store, or all when none is named. Named ones that cannot be saved return to
   * their last saved state.
   */
  readonly save: (...resettables: readonly Resettable[]) => void;
  /** A transaction whose work may save settings and issue keys: after a failure, those in memory are as before, too. */
  readonly transactionOfSettings: <Result>(work: () => Result) => Result;
  /** Switches to another store, or the same one after a rollback, with all its settings. */
  readonly renew: (store: HeldStore) => void;
  /** Ends work in progress, and saves state that is only in memory. */
  readonly finish: () => void;
  /** Closes the store of a finished workspace. */
  readonly close: () => void;
  /** The same, without saving anything. */
  readonly discard: (why: LogEnd) => void;
}

/** The workspace in `store`; `onKeysChanged` gets every set of its keys. */
export function openWorkspace(
  id: string,
  store: HeldStore,
  sandbox: WorkspaceContext,
  onKeysChanged: (keys: readonly string[]) => void,
): Workspace {
  const state = openState(id, store, onKeysChanged, sandbox);
  const held = newParts(state, sandbox);
  const { clock, faults, events, counters, calls } = held;
  const resettables = [...state.resettables, ...Object.values(held)];
  const limited = limitedBy(sandbox.sizes, id, state.store);
  const transactions = newTransactions({ state, clock, events, limited, calls });
  const schedule = newSchedule(
    clock.now(),
    () => dueItems([...state.keys().values()], faults.all()),
    (item) => clock.during(item.at, () => void transactions.emit(item.type, { id: item.id })),
  );
  events.subscribe({ onEvent: counters.event });
  return {
    ...transactions,
    ...held,
    ...persistence(state, resettables, schedule, held),
    transactionOfSettings: newTransactionOfSettings(state, schedule, held, transactions),
    ...partsOfState(id, state, sandbox),
    heldRequests: newHeldRequests(),
    idempotencyKeys: newIdempotencyKeys(state.store),
    id,
    sandbox,
    ...newNumbering(state),
    captureMail: newMailCapture(state, clock, sandbox, transactions),
    schedule,
    resettables,
  };
}

/** The parts of the state with names of their own. */
function partsOfState(id: string, state: State, { onChoice }: WorkspaceContext) {
  const { store, isOpen, directory, ids } = state;
  return {
    store,
    isOpen,
    bytes: () => state.held().bytes(),
    outboxBytes: () => state.held().outboxBytes(),
    directory,
    ids,
    origin: () => state.settings().origin,
    assumptions: () =>
      onChoice === undefined
        ? state.settings().assumptions
        : observedAssumptions(state.settings().assumptions, (rule) => onChoice(id, rule)),
    setAssumptions: (assumptions: Assumptions) => state.remember({ assumptions }),
    setIdentity(change: Partial<Identity>) {
      const { origin } = state.settings();
      state.remember({ origin: originWith(origin, { ...origin, ...change }) });
    },
    findKey: (key: string) => state.keys().get(key) ?? null,
    keys: () => [...state.keys().values()],
    keysChanged: state.keysChanged,
  };
}

function newParts(state: State, sandbox: WorkspaceContext) {
  const settings = state.settings();
  return {
    clock: newClock(settings, sandbox.systemNow),
    random: newRandom(settings),
    quotas: newQuotas(settings),
    faults: newFaults(settings),
    journal: newJournal(settings, sandbox.journal),
    counters: newCoverageCounters(),
    events: newEventLog(),
    calls: newCallNumbers(settings),
  };
}

function newTransactionOfSettings(
  state: State,
  schedule: Schedule,
  { clock, quotas, faults, random }: ReturnType<typeof newParts>,
  { transaction }: Transactions,
): Workspace["transactionOfSettings"] {
  return (work) => {
    const before = state.settings();
    const parts = [clock, quotas, faults, random];
    const kept = Object.assign({ ...before }, ...parts.map((part) => part.keep()));
    try {
      return transaction(work);
    } catch (error) {
      state.revertTo(before);
      for (const part of parts) part.renew(kept);
      schedule.renew(clock.now());
      throw error;
    }
  };
}

/** Keeps the resettables and the store consistent. */
function persistence(
  state: State,
  resettables: readonly Resettable[],
  schedule: Schedule,
  { clock, events }: Pick<Workspace, "clock" | "events">,
): Pick<Workspace, "gate" | "save" | "renew" | "finish" | "close" | "discard"> {
  const gate = newRequestGate();
  const save = (...some: readonly Resettable[]): void => {
    const kept = (some.length === 0 ? resettables : some).map((resettable) => resettable.keep());
    try {
      state.remember(Object.assign({}, ...kept));
    } catch (error) {
      for (const resettable of some) resettable.renew(state.settings());
      throw error;
    }
  };
  const end = (why: LogEnd): void => {
    state.held().current()?.commit();
    gate.end();
    events.end(why);
  };
  state.held().onRest(save);
  return {
    gate,
    save,
    renew(next) {
      state.renew(next);
      next.onRest(save);
      for (const resettable of resettables) resettable.renew(state.settings());
      schedule.renew(clock.now());
    },
    finish() {
      end("server-stopped");
      save();
    },
    close: () => state.held().close(),
    discard(why) {
      end(why);
      state.held().close();
    },
  };
}

/** Puts messages into the outbox of a workspace; each gets its number, id and time. */
function newMailCapture(
  state: State,
  clock: Clock,
  { relaysMail, outbox: bounds }: Pick<WorkspaceContext, "relaysMail" | "outbox">,
  { emit, cause }: Pick<Transactions, "emit" | "cause">,
): (draft: MailDraft) => OutboxMessage {
  return (draft) => {
    const { outbox } = state.store();
    // Worlds contain no messages, so every id in the outbox is made here from a unique number.
    const number = outbox.nextNumber();
    const id = state.ids().of("email", number);
    const message: OutboxMessage = {
      ...draft,
      id,
      at: clock.now(),
      relay: relaysMail ? "due" : null,
      relayNote: null,
      isRead: false,
      cause: cause(),
    };
    outbox.insert(number, message);
    outbox.keepWithin(bounds, number);
    emit("mail.captured", { id, kind: draft.content.kind, to: [...draft.to] });
    return message;
  };
}

/** The same assumptions; calls `onChoice` with each rule that is looked up, chosen or not. */
function observedAssumptions(
  assumptions: Assumptions,
  onChoice: (rule: string) => void,
): Assumptions {
  return new Proxy(assumptions, {
    getOwnPropertyDescriptor(target, rule) {
      if (typeof rule === "string") onChoice(rule);
      return Reflect.getOwnPropertyDescriptor(target, rule);
    },
  });
}

/** How a workspace stores its new records. */
interface Numbering {
  /** Stores the record that `make` returns for the next number and id; skips ids that a loaded world took. */
  readonly createRecord: <Item extends { readonly id: string }, More extends readonly unknown[]>(
    kind: IdKind,
    records: NumberedRecords<Item, More>,
    make: (id: string, number: number) => Item,
    ...more: More
  ) => Item;
}

/** Records whose ids are made from their numbers. */
interface NumberedRecords<Item, More extends readonly unknown[]> {
  readonly nextNumber: () => number;
  readonly insert: (number: number, item: Item, ...more: More) => boolean;
}

/** Numbers the records of the workspace with this state. */
function newNumbering(state: Pick<State, "ids">): Numbering {
  return {
    createRecord(kind, records, make, ...more) {
      for (let number = records.nextNumber(); ; number += 1) {
        const id = state.ids().of(kind, number);
        const item = make(id, number);
        if (records.insert(number, item, ...more)) return item;
        if (item.id !== id) throw new Error(`The id ${item.id} is taken.`);
      }
    },
  };
}
