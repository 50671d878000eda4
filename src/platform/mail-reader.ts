import type { Reader } from "../mail/drafts.ts";
import type { MailableMember } from "../store/firm-members.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** A member of a Firm as a recipient of its mail, with the page that ends the subscription. */
export function mailReader(
  { id, platform }: Workspace,
  { id: memberId, email }: MailableMember,
): Reader {
  return { email, unsubscribeUrl: platform.links.unsubscribe(id, memberId) };
}
