import * as z from "zod";

import { mailKinds } from "../../../domain/model/mail.ts";
import type { MessageFilter } from "../../../world/store/outbox-filter.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";
import { Moment } from "../calls/shapes.ts";
import { MailEnvironmentInput, listedIn } from "../people/environment.ts";

/** The query parameters that select captured mail. */
export const messageQuery = {
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

/** The outbox filter of a list. */
export function filterOf(workspace: Workspace, query: MessageQuery): MessageFilter {
  const { environment } = query;
  return { ...partsOf(query), environment: listedIn(workspace, environment) ?? undefined };
}

/** The outbox filter of a wait: it accepts mail of any environment unless the query names one. */
export function waitFilterOf(
  query: MessageQuery & Pick<MessageFilter, "environment">,
): MessageFilter {
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
