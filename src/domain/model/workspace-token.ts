/** Tokens that open one workspace: `workspace.{id}.{salt}.{signature}`. */

export interface TokenParts {
  readonly id: string;
  /** Differs between workspaces that had the same id one after the other. */
  readonly salt: string;
}

/** The parts of a token, whether or not its signature is valid; null for any other text. */
export function tokenParts(token: string): TokenParts | null {
  const [, id, salt] =
    /^workspace\.([A-Za-z0-9_-]{1,64})\.([\w-]{1,32})\.[\w-]{43}$/.exec(token) ?? [];
  return id === undefined || salt === undefined ? null : { id, salt };
}

/** The workspace that a token names, whether or not its signature is valid. */
export function workspaceNamedBy(token: string): string | null {
  return tokenParts(token)?.id ?? null;
}

/** The part of a token before the signature of it, which has 43 characters. */
export function unsigned({ id, salt }: TokenParts): string {
  return `workspace.${id}.${salt}`;
}
