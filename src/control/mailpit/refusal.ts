/** A refusal of the Mailpit-shaped calls, told in plain text as Mailpit does. */
export class MailpitRefusal extends Error {
  readonly status: 400 | 404 | 413 | 501;

  constructor(status: MailpitRefusal["status"], message: string) {
    super(message);
    this.status = status;
  }
}
