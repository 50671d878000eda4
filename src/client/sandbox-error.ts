/** What the sandbox refused: `status` is the HTTP status, 0 when nothing answered; the message has the hint in it. */
export class SandboxError extends Error {
  readonly status: number;
  readonly fields: SandboxErrorFields | null;
  readonly hint: string | null;

  constructor(
    refusal: {
      readonly status: number;
      readonly message: string;
      readonly fields?: SandboxErrorFields;
      readonly hint?: string;
    },
    options?: ErrorOptions,
  ) {
    const { status, message, fields, hint } = refusal;
    super(hint === undefined ? message : `${message} ${hint}`, options);
    this.name = "SandboxError";
    this.status = status;
    this.fields = fields ?? null;
    this.hint = hint ?? null;
  }
}

/** What was wrong with each field of a query or body. */
export type SandboxErrorFields = Readonly<
  Record<string, readonly { readonly code: string; readonly message: string }[]>
>;
