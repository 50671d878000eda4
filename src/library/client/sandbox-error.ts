/** A refused or failed call. `status` is the HTTP status, or 0 without an answer; the message includes the hint. */
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

/** The problems of each field of a query or body. */
export type SandboxErrorFields = Readonly<
  Record<string, readonly { readonly code: string; readonly message: string }[]>
>;

interface SentRequest {
  readonly method: string;
  readonly url: string;
}

/** The error of a refused request. Quotes an answer that did not come from a sandbox. */
export function refusalOf(
  request: SentRequest,
  { status }: { readonly status: number },
  text: string,
): SandboxError {
  try {
    const body: { message: string; fields?: SandboxErrorFields; hint?: string } | null =
      JSON.parse(text);
    if (typeof body?.message === "string") return new SandboxError({ ...body, status });
  } catch {
    // Not JSON, so not from a sandbox.
  }
  return foreignAnswer(request, { status }, text);
}

/** The error for an answer from another server, with its status and first characters. */
export function foreignAnswer(
  { method, url }: SentRequest,
  { status }: { readonly status: number },
  text: string,
): SandboxError {
  const beginning = text.trim().slice(0, 200);
  return new SandboxError({
    status,
    message: `${method} ${url} was not answered by a sandbox. The answer is ${status}: ${beginning}`,
  });
}

/** The error for a request without a complete answer. */
export function unreachable({ method, url }: SentRequest, cause: unknown): SandboxError {
  const { origin, pathname } = new URL(url);
  const message = `No sandbox answers ${method} ${pathname} at ${origin}${reasonOf(cause)}.`;
  return new SandboxError({ status: 0, message }, { cause });
}

/**
 * The code of a failed connection, such as ECONNREFUSED, if the runtime reports it. `fetch` reports it in
 * `cause`.
 */
function reasonOf(error: unknown): string {
  const code = codeOf(error) ?? codeOf(error instanceof Error ? error.cause : undefined);
  return code === undefined ? "" : ` (${code})`;
}

function codeOf(error: unknown): string | undefined {
  const code: unknown =
    typeof error === "object" && error !== null ? Reflect.get(error, "code") : undefined;
  return typeof code === "string" ? code : undefined;
}
