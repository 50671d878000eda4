import * as z from "zod";

import { environments } from "../../../domain/model/firm.ts";
import type { OutboxMessage } from "../../../domain/model/mail.ts";
import { mailKinds } from "../../../domain/model/mail.ts";
import { mailText } from "../../../world/mail/text.ts";
import type { MessageFilter } from "../../../world/store/outbox-filter.ts";
import type { WorkspaceEvent } from "../../../world/workspace/logs/events.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";
import { ok } from "../calls/answer.ts";
import { ControlError } from "../calls/control-error.ts";
import { withNoQuery, withQuery } from "../calls/operation.ts";
import { Moment, one, pageOf, pageQuery } from "../calls/shapes.ts";
import { until, WaitMs } from "../calls/wait.ts";
import { MailEnvironmentInput, listedIn } from "../people/environment.ts";
import { showMessage, ShownMessage } from "../people/show.ts";
import { arrivedIds, clearingMailpit, untilArrived } from "./mailpit-arrivals.ts";
import { emailOfPath, showWhole, WholeMessage } from "./parts.ts";

/** The query parameters that select captured mail. */
const messageQuery = {
  to: z
    .string()
    .exactOptional()
    .describe("A recipient's address, or a part of one such as a name or @example.com"),
  kind: z.enum(mailKinds).exactOptional().describe("The kind of mail"),
  subject: z.string().exactOptional().describe("A part of the subject"),
  leadId: z.string().exactOptional().describe("The Lead that the mail is about"),
  environment: MailEnvironmentInput,
  since: Moment.exactOptional().describe("The earliest time, on the workspace's clock"),
  relayed: z.enum(["sent", "failed"]).exactOptional().describe("Its state at the mail server"),
  source: z
    .enum(["outbox", "mailpit"])
    .default("outbox")
    .describe("All captured mail, or only mail that has arrived in Mailpit"),
};

/** GET `W/emails`: the captured mail, newest first. */
export const listEmails = withQuery({
  id: "list-emails",
  summary: "List captured mail, newest first",
  method: "GET",
  path: "/emails",
  query: z.strictObject({
    ...messageQuery,
    search: z
      .string()
      .max(200)
      .exactOptional()
      .describe("Words that the recipients, the subject and the text contain, not case-sensitive"),
    ...pageQuery,
  }),
  answer: pageOf(ShownMessage),
  async run(call, { limit, offset, search = "", ...query }) {
    const { workspace } = call;
    const atMailpit = query.source === "mailpit" ? await arrivedIds(call) : undefined;
    const filter = { ...filterOf(workspace, query), ids: atMailpit };
    const ids = search === "" ? atMailpit : idsContaining(workspace, filter, search);
    const { outbox } = workspace.store();
    const { rows, total } = outbox.list({ ...filter, ids }, { limit, offset });
    const data = rows.map((message) => showMessage(workspace, message));
    return { status: 200, json: { data, meta: { total, count: data.length, offset, limit } } };
  },
});

export const countEmails = withQuery({
  id: "count-emails",
  summary: "Count matching mails, kept mails and dropped mails",
  method: "GET",
  path: "/emails/count",
  query: z.strictObject(messageQuery),
  answer: one(
    z.strictObject({ count: z.int(), messages: z.int(), bytes: z.int(), dropped: z.int() }),
  ),
  async run(call, query) {
    const ids = query.source === "mailpit" ? await arrivedIds(call) : undefined;
    const { workspace } = call;
    const { outbox } = workspace.store();
    const count = (filter: MessageFilter): number =>
      outbox.list(filter, { limit: 0, offset: 0 }).total;
    return ok({
      count: count({ ...filterOf(workspace, query), ids }),
      messages: count({}),
      ...outbox.standing(),
    });
  },
});

/** GET `W/emails/wait`: answers as soon as a mail matches, also one captured before the call. */
export const waitForEmail = withQuery({
  id: "wait-for-email",
  summary: "Wait for a matching mail, and return the newest with its headers, text and HTML",
  method: "GET",
  path: "/emails/wait",
  query: z.strictObject({
    ...messageQuery,
    environment: z.enum(environments).exactOptional().describe("The environment; any by default"),
    timeoutMs: WaitMs,
  }),
  answer: one(WholeMessage),
  async run(call, { timeoutMs, ...query }) {
    const { workspace, signal } = call;
    const filter = waitFilterOf(query);
    // Only the message of the event can be a new match.
    const find = (event: WorkspaceEvent | null): OutboxMessage | null => {
      const { outbox } = workspace.store();
      if (event !== null && !outbox.mayMatch(filter, event.data)) return null;
      const id = event?.data["id"];
      return typeof id === "string" ? outbox.matching(id, filter) : outbox.newest(filter);
    };
    const types = ["mail.captured", "mail.relayed", "mail.relay-failed"] as const;
    const found =
      query.source === "mailpit"
        ? await untilArrived(call, filter, timeoutMs)
        : await until(workspace, { types, find, timeoutMs, signal });
    if (found !== null) return ok(showWhole(workspace, found));
    const within =
      query.environment === undefined ? "" : ` in the environment ${query.environment}`;
    throw new ControlError(404, `No mail matched${within} within ${timeoutMs} ms.`, {
      hint: arrived(workspace),
    });
  },
});

function arrived(workspace: Workspace): string {
  const { rows, total } = workspace.store().outbox.list({}, { limit: 5, offset: 0 });
  if (total === 0) return "No mail was captured in this workspace.";
  const { dropped } = workspace.store().outbox.standing();
  const older =
    dropped === 1 ? " 1 older mail was dropped." : ` ${dropped} older mails were dropped.`;
  const seen = rows.map(
    ({ content, to, subject, environment }) =>
      `${content.kind} to ${to.join(", ")} (${environment}): ${subject}`,
  );
  return `${total} captured in this workspace; the newest: ${seen.join(" | ")}.${dropped === 0 ? "" : older}`;
}

/** DELETE `W/emails`; `mailpit=true` also deletes it in Mailpit. */
export const forgetEmails = withQuery({
  id: "forget-emails",
  destroys:
    "The captured mail of the environment in the query is lost. By default it is that of the sandbox, or of both under env.data=shared; all and mailpit=true delete both.",
  summary: "Delete the captured mail",
  method: "DELETE",
  path: "/emails",
  query: z.strictObject({
    environment: MailEnvironmentInput,
    mailpit: z
      .boolean()
      .default(false)
      .describe("Also delete it from Mailpit, in both environments"),
  }),
  answer: one(z.strictObject({ forgotten: z.int() })),
  async run(call, { environment, mailpit }) {
    const { outbox } = call.workspace.store();
    if (!mailpit) return ok({ forgotten: outbox.clear(listedIn(call.workspace, environment)) });
    if (environment !== undefined && environment !== "all")
      throw new ControlError(422, "mailpit=true deletes the mail of both environments.", {
        fields: {
          environment: [{ code: "UNSUPPORTED", message: "Cannot be combined with mailpit=true" }],
        },
        hint: "Omit environment or mailpit.",
      });
    return ok({ forgotten: await clearingMailpit(call, () => outbox.clear()) });
  },
});

/** POST `W/emails/{emailId}/relay`: relays the mail again, even if it has arrived. */
export const relayEmail = withNoQuery({
  id: "relay-email",
  summary: "Relay a captured mail again",
  method: "POST",
  path: "/emails/{emailId}/relay",
  destroys: null,
  refuses: [507],
  answer: one(ShownMessage),
  run(call) {
    const { workspace } = call;
    const { id } = emailOfPath(call);
    if (!workspace.sandbox.relaysMail) {
      throw new ControlError(409, "No mail server is configured, so mail is not relayed.", {
        hint: "Start the sandbox with --smtp-url (LEAD_SANDBOX_SMTP_URL).",
      });
    }
    workspace.transaction(() => {
      workspace.store().outbox.markRelay(id, "due", null);
      workspace.emit("mail.relay-asked", { id });
    });
    return ok(showMessage(workspace, emailOfPath(call)));
  },
});

/** The outbox filter of a list. */
function filterOf(workspace: Workspace, query: MessageQuery): MessageFilter {
  const { environment } = query;
  return { ...partsOf(query), environment: listedIn(workspace, environment) ?? undefined };
}

/** The outbox filter of a wait: it accepts mail of any environment unless the query names one. */
function waitFilterOf(query: MessageQuery & Pick<MessageFilter, "environment">): MessageFilter {
  return { ...partsOf(query), environment: query.environment };
}

function partsOf({
  relayed,
  source: _source,
  environment: _environment,
  ...filter
}: MessageQuery): MessageFilter {
  return { ...filter, relay: relayed };
}

type MessageQuery = z.infer<z.ZodObject<typeof messageQuery>>;

/** The ids of the captured mails that match `filter` and contain every word of `search`, in any case. */
function idsContaining(
  workspace: Workspace,
  filter: MessageFilter,
  search: string,
): ReadonlySet<string> {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const { outbox } = workspace.store();
  const { rows } = outbox.list(filter, { limit: Number.MAX_SAFE_INTEGER, offset: 0 });
  const found = rows.filter(({ to, subject, content }) => {
    const text = [...to, subject, mailText(content)].join("\n").toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return new Set(found.map(({ id }) => id));
}
