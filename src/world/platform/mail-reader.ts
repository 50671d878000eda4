import type { Reader } from "../mail/drafts.ts";
import type { MailableMember } from "../store/firm-members.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** A member of a Firm as a recipient of its mail, with the page that ends the subscription. */
export function mailReader(
  { id, sandbox }: Workspace,
  { id: memberId, email }: MailableMember,
): Reader {
  return { email, unsubscribeUrl: sandbox.links.unsubscribe(id, memberId) };
}
