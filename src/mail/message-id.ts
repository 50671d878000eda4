/** The Message-ID of a captured message, and the way back from it. */
import type { MailSender } from "./sender.ts";

const form = /^<?([^.@<>\s]+)\.([^.@<>\s]+)@([^@<>\s]+)>?$/;

/** What a Message-ID of ours tells. */
export interface MessageIdParts {
  readonly id: string;
  readonly workspaceId: string;
  readonly domain: string;
}

/** `<ID.WORKSPACE@DOMAIN>`: two workspaces of one seed have messages of the same id, but no Message-ID in common. */
export function messageId(message: { readonly id: string }, sender: MailSender): string {
  return `<${atom(message.id)}.${atom(sender.workspaceId)}@${sender.domain}>`;
}

/** What `messageId` was made from, with or without the angle brackets; null for a Message-ID of another form. */
export function messageIdParts(value: string): MessageIdParts | null {
  const [, id = "", workspaceId = "", domain = ""] = form.exec(value.trim()) ?? [];
  if (id === "") return null;
  try {
    return {
      id: decodeURIComponent(id),
      workspaceId: decodeURIComponent(workspaceId),
      domain,
    };
  } catch {
    // A percent sign that encodes nothing: not one of ours.
    return null;
  }
}

/** The value in characters that RFC 5322 allows there, without the dot that separates. */
function atom(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replace(
    /[.()]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
