/** Builds and parses the Message-ID of a captured message. */
import type { MailSender } from "./sender.ts";

const form = /^<?([^.@<>\s]+)\.([^.@<>\s]+)@([^@<>\s]+)>?$/;

export interface MessageIdParts {
  readonly id: string;
  readonly workspaceId: string;
  readonly domain: string;
}

/**
 * `<ID.WORKSPACE@DOMAIN>`. Workspaces with one seed have messages with equal ids, but their Message-IDs
 * differ.
 */
export function messageId(message: { readonly id: string }, sender: MailSender): string {
  return `<${atom(message.id)}.${atom(sender.workspaceId)}@${sender.domain}>`;
}

/** Parses the result of `messageId`, with or without angle brackets; null for any other Message-ID. */
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
    // Invalid percent-encoding, so not one of ours.
    return null;
  }
}

/** The value in characters that RFC 5322 allows there, without the dot, which is the separator. */
function atom(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replace(
    /[.()]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
