/** Workspaces that relay their mail to a mail server, with short timeouts. */
import { onTestFinished } from "vitest";

import type { RelayState } from "../../../src/domain/model/mail.ts";
import { openMailRelay } from "../../../src/server/sandbox/mail-relay.ts";
import type { RelayTiming } from "../../../src/server/sandbox/mail-relay.ts";
import { openFixtures, openWorkspaces } from "../../../src/server/sandbox/open-workspaces.ts";
import { newAddress } from "../../../src/server/sandbox/served-address.ts";
import { readConfig } from "../../../src/server/settings/config.ts";
import type { Workspace } from "../../../src/world/workspace/workspace.ts";
import { aWelcome } from "./samples.ts";
import type { SmtpStandIn } from "./smtp-servers.ts";

/** The maximum number of attempts in these tests. */
export const attemptsMax = 4;

const quick: RelayTiming = {
  retries: { firstMs: 5, mostMs: 20, serverMostMs: 20, attempts: attemptsMax },
  timeouts: {
    connectionTimeout: 300,
    greetingTimeout: 300,
    socketTimeout: 300,
    messageTimeout: 5_000,
  },
  graceMs: 20,
};

/** Workspaces that share one relay. */
export interface Relayed {
  /** The workspace of that id, created if it does not exist. */
  readonly workspace: (id: string) => Workspace;
  readonly settled: (mostMs: number) => Promise<void>;
  readonly close: () => void;
}

/** Workspaces in memory, or in the folder that `settings` name, closed at the end of the test. */
export function relayed(
  settings: Readonly<Record<string, unknown>>,
  timing: RelayTiming = {},
): Relayed {
  const config = readConfig({ flags: settings });
  const mail = openMailRelay(config, { ...quick, ...timing });
  const registry = openWorkspaces(config, openFixtures(config, []), newAddress(config), mail);
  let isClosed = false;
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    mail.close();
    registry.close();
  };
  onTestFinished(close);
  return {
    workspace(id) {
      const clock = { mode: "system", offsetMs: 0 } as const;
      if (registry.find(id) === null) {
        registry.create({ id, fixture: "default", seed: 1, clock, assumptions: {} });
      }
      const workspace = registry.find(id);
      if (workspace === null) throw new Error(`No workspace ${id}.`);
      return workspace;
    },
    settled: mail.settled,
    close,
  };
}

/** Captures a mail to `email` in its own transaction, as a request does, and returns its id. */
export function capture(workspace: Workspace, email: string): string {
  const draft = aWelcome({ lead: { email } });
  return workspace.transaction(() => workspace.captureMail(draft)).id;
}

/** The relay status of a message, with its note. */
export function relayOf(
  workspace: Workspace,
  id: string,
): readonly [RelayState | null, string | null] {
  const message = workspace.store().outbox.find(id);
  return message === null ? [null, "gone"] : [message.relay, message.relayNote];
}

/** Resolves once every message of the workspace is sent or failed. */
export function decided(workspace: Workspace): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = (): void => {
    const { outbox } = workspace.store();
    if (outbox.nextDue() === null && outbox.interrupted().length === 0) resolve();
  };
  const unsubscribe = workspace.events.subscribe({
    onEvent({ type }) {
      if (type === "mail.relayed" || type === "mail.relay-failed") look();
    },
  });
  look();
  void promise.then(unsubscribe);
  return promise;
}

/** The first recipient of each received message, in order of arrival. */
export function recipientsOf(server: SmtpStandIn): readonly (string | undefined)[] {
  return server.taken.map(({ to }) => to[0]);
}

/** `count` numbered addresses at `domain`. */
export function emails(count: number, domain = "client.example"): readonly string[] {
  return Array.from({ length: count }, (_, index) => `person${index}@${domain}`);
}
