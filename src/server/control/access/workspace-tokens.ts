/**
 * The tokens of single workspaces. A token is signed with a key that follows from the control token, so the server
 * stores none. Its salt is kept with the workspace: one that takes the id of a dropped workspace has another.
 */
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

import { tokenParts, unsigned } from "../../../domain/model/workspace-token.ts";
import { defaultWorkspaceId } from "../../../world/workspace/registry/initial-state.ts";
import type { Registry } from "../../../world/workspace/registry/registry.ts";

export interface WorkspaceTokens {
  /** The token of a workspace; null for the default one, for an unknown one, and without a control token. */
  readonly of: (id: string) => string | null;
  /**
   * The workspace that a token opens; null for an invalid token, and for one of an earlier workspace with that id.
   * After the workspace was dropped, its token still names it, and opens nothing.
   */
  readonly workspaceOf: (token: string) => string | null;
}

/** The tokens that follow from the control token. */
export function newWorkspaceTokens(
  control: string | null,
  { saltOf }: Pick<Registry, "saltOf">,
): WorkspaceTokens {
  if (control === null) return { of: () => null, workspaceOf: () => null };
  const key = Buffer.from(hkdfSync("sha256", control, "", "workspace", 32));
  const signed = (text: string): string =>
    `${text}.${createHmac("sha256", key).update(text).digest("base64url")}`;
  return {
    of(id) {
      const salt = id === defaultWorkspaceId ? null : saltOf(id);
      return salt === null ? null : signed(unsigned({ id, salt }));
    },
    workspaceOf(token) {
      const parts = tokenParts(token);
      if (parts === null || !isSameSecret(token, signed(unsigned(parts)))) return null;
      return (saltOf(parts.id) ?? parts.salt) === parts.salt ? parts.id : null;
    },
  };
}

/** Compares secrets in constant time. */
export function isSameSecret(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
