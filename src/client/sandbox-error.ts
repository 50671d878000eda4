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

interface SentRequest {
  readonly method: string;
  readonly url: string;
}

/** The error in an answer; an answer that no sandbox would give is quoted. */
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
    // Not JSON, so it did not come from a sandbox.
  }
  return strangeAnswer(request, { status }, text);
}

/** For an answer that something else than a sandbox gave: its status and how it begins. */
export function strangeAnswer(
  { method, url }: SentRequest,
  { status }: { readonly status: number },
  text: string,
): SandboxError {
  const beginning = text.trim().slice(0, 200);
  return new SandboxError({
    status,
    message: `${method} ${url} was answered ${status}, and not by a sandbox: ${beginning}`,
  });
}

/** For a request that got no answer, or only the beginning of one. */
export function unreachable({ method, url }: SentRequest, cause: unknown): SandboxError {
  const { origin, pathname } = new URL(url);
  const message = `No sandbox answers ${method} ${pathname} at ${origin}${reasonOf(cause)}.`;
  return new SandboxError({ status: 0, message }, { cause });
}

/** The code of a failed connection, such as ECONNREFUSED, where the runtime reports it: `fetch` as that of the cause. */
function reasonOf(error: unknown): string {
  const code = codeOf(error) ?? codeOf(error instanceof Error ? error.cause : undefined);
  return code === undefined ? "" : ` (${code})`;
}

function codeOf(error: unknown): string | undefined {
  const code: unknown =
    typeof error === "object" && error !== null ? Reflect.get(error, "code") : undefined;
  return typeof code === "string" ? code : undefined;
}
