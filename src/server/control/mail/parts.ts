/** One captured mail, as a whole or in parts. */
import * as z from "zod";

import type { OutboxMessage } from "../../../domain/model/mail.ts";
import { mailHtml } from "../../../world/mail/html.ts";
import { mailHeaders, mailMime } from "../../../world/mail/mime.ts";
import { mailText } from "../../../world/mail/text.ts";
import { CauseShape } from "../../../world/workspace/fixtures/world-moments.ts";
import { senderOf } from "../../../world/workspace/outgoing-mail.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";
import { ok } from "../calls/answer.ts";
import { unknown } from "../calls/control-error.ts";
import { textType } from "../calls/media-types.ts";
import type { ControlAnswer, ControlCall } from "../calls/operation.ts";
import { withNoQuery, withQuery } from "../calls/operation.ts";
import { NoQuery, one } from "../calls/shapes.ts";
import { showMessage, ShownMessage } from "../people/show.ts";

export const WholeMessage = z.strictObject({
  ...ShownMessage.shape,
  cause: CauseShape().exactOptional().describe("Why it was sent; absent where that is not known"),
  headers: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  text: z.string(),
  html: z.string(),
});

/** GET `W/emails/{emailId}`: the message with its parts. */
export const getEmail = withNoQuery({
  id: "get-email",
  summary: "Show a captured mail with its headers, text and HTML",
  method: "GET",
  path: "/emails/{emailId}",
  answer: one(WholeMessage),
  run(call) {
    return ok(showWhole(call.workspace, emailOfPath(call)));
  },
});

/** A message with its headers, text and HTML. */
export function showWhole(
  workspace: Workspace,
  message: OutboxMessage,
): z.infer<typeof WholeMessage> {
  return {
    ...showMessage(workspace, message),
    ...(message.cause === null ? {} : { cause: message.cause }),
    headers: [...mailHeaders(message, senderOf(workspace))],
    text: mailText(message.content),
    html: mailHtml(message.content),
  };
}

/** GET `W/emails/{emailId}/raw`: the MIME source. */
export const getEmailRaw = part("raw", "message/rfc822", async (call) =>
  (await mailMime(emailOfPath(call), senderOf(call.workspace))).toString("utf8"),
);

const htmlType = "text/html; charset=utf-8";

/** GET `W/emails/{emailId}/html`. The pages of the sandbox refuse frames, so links in a frame need a new tab. */
export const getEmailHtml = withQuery({
  id: "get-email-html",
  summary: `One captured mail as ${htmlType}`,
  method: "GET",
  path: "/emails/{emailId}/html",
  query: z.strictObject({
    links: z.enum(["same-tab", "new-tab"]).default("same-tab").describe("Where its links open"),
  }),
  answer: null,
  mediaType: htmlType,
  run(call, { links }): ControlAnswer {
    const html = mailHtml(emailOfPath(call).content);
    return {
      status: 200,
      body: links === "new-tab" ? html.replace("<head>", '<head><base target="_blank">') : html,
      mediaType: htmlType,
      headers: htmlHeaders,
    };
  },
});

const htmlHeaders = {
  // A mail may only show embedded content. It runs no scripts, and its links may open new windows.
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; sandbox allow-popups allow-popups-to-escape-sandbox",
  "referrer-policy": "no-referrer",
};

export const getEmailText = part("text", textType, (call) => mailText(emailOfPath(call).content));

function part<const Name extends string>(
  name: Name,
  mediaType: string,
  read: (call: ControlCall) => string | Promise<string>,
) {
  return withQuery({
    id: `get-email-${name}`,
    summary: `One captured mail as ${mediaType}`,
    level: "workspace",
    method: "GET",
    path: `/emails/{emailId}/${name}`,
    query: NoQuery,
    answer: null,
    mediaType,
    run: async (call): Promise<ControlAnswer> => ({
      status: 200,
      body: await read(call),
      mediaType,
    }),
  });
}

/** The captured mail of the path. Throws a 404 if it does not exist. */
export function emailOfPath({ workspace, params }: ControlCall): OutboxMessage {
  const id = params["emailId"] ?? "";
  const message = workspace.store().outbox.find(id);
  if (message === null) throw unknown("mail", id, "GET emails lists what was captured.");
  return message;
}
