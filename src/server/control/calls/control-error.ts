/** A refusal of the control plane: the problem, and how to fix it. */
export class ControlError extends Error {
  readonly status: 401 | 403 | 404 | 409 | 413 | 415 | 421 | 422 | 507;
  readonly fields: ControlFields | null;
  readonly hint: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: ControlError["status"],
    message: string,
    details: {
      readonly fields?: ControlFields;
      readonly hint?: string;
      readonly headers?: ControlError["headers"];
    } = {},
  ) {
    super(message);
    this.status = status;
    this.fields = details.fields ?? null;
    this.hint = details.hint ?? null;
    this.headers = details.headers ?? {};
  }
}

export type ControlFields = Readonly<
  Record<string, readonly { readonly code: string; readonly message: string }[]>
>;

/** 404 for a record that the workspace does not have. */
export function unknown(what: string, id: string, hint?: string): ControlError {
  return new ControlError(
    404,
    `There is no ${what} ${JSON.stringify(id)} in this workspace.`,
    hint === undefined ? {} : { hint },
  );
}
