/** Where a mail comes from: the domain of its addresses and the workspace that sent it. */
export interface MailSender {
  readonly domain: string;
  readonly workspaceId: string;
}

/** The address that every mail comes from. */
export function senderAddress(domain: string): string {
  return `no-reply@${domain}`;
}
