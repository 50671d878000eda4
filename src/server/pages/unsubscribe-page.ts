/** The page where a FirmMember ends the subscription to notification mail (interface 6; rule mail.converted). */
import type { FirmMember } from "../../domain/model/firm.ts";
import type { Html } from "../../world/mail/html-template.ts";
import { html } from "../../world/mail/html-template.ts";
import { firmOf } from "../../world/platform/firm-of.ts";
import { setSubscription } from "../../world/platform/set-subscription.ts";
import type { Workspace } from "../../world/workspace/workspace.ts";
import { nextSteps, page } from "./page.ts";

/** Asks first: link scanners of mail programs follow links but submit no forms. */
export function unsubscribeForm(workspace: Workspace, given: URLSearchParams): Response {
  const member = memberOf(workspace, given);
  if (member === null) return noSuchMember();
  if (!isSubscribed(workspace, member.id)) return ended(workspace, member);
  const firm = firmOf(workspace, member.firmId);
  const content = [
    html`<p>
      ${member.email} is subscribed to the news of ${firm.name}: converted Leads, and Plans that
      change.
    </p>`,
    html`<form method="post"><button>Stop these messages</button></form>`,
  ];
  return page(200, { title, content, firm });
}

/** Ends the subscription; also for one-click unsubscribe of mail programs (RFC 8058). */
export function unsubscribeByForm(workspace: Workspace, given: URLSearchParams): Response {
  const member = memberOf(workspace, given);
  if (member === null) return noSuchMember();
  if (isSubscribed(workspace, member.id)) setSubscription(workspace, member.id, false);
  return ended(workspace, member);
}

const title = "Notifications";

function memberOf(workspace: Workspace, given: URLSearchParams): FirmMember | null {
  return workspace.store().firmMembers.find(given.get("member") ?? "");
}

function isSubscribed(workspace: Workspace, id: string): boolean {
  const subscriptions = workspace.store().firmMembers.subscriptions();
  return subscriptions.some(({ firmMemberId, active }) => firmMemberId === id && active);
}

function ended(workspace: Workspace, { email, firmId }: FirmMember): Response {
  const firm = firmOf(workspace, firmId);
  const content: readonly Html[] = [
    html`<p>${email} has no subscription to these messages.</p>`,
    nextSteps([
      `${firm.name} no longer sends mail about converted Leads and Plans to this address.`,
      "The other members of the Firm get their messages as before.",
      "You can close this page.",
    ]),
  ];
  return page(200, { title, content, firm });
}

function noSuchMember(): Response {
  const content = [
    html`<p>There is no such member in this workspace. Follow the link in a mail of it.</p>`,
  ];
  return page(404, { title, content });
}
