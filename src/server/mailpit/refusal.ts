/** An error of the Mailpit-compatible calls, in plain text as Mailpit sends it. */
export class MailpitRefusal extends Error {
  readonly status: 400 | 404 | 409 | 413 | 501;

  constructor(status: MailpitRefusal["status"], message: string) {
    super(message);
    this.status = status;
  }
}
