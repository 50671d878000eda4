/**
 * Exit codes that scripts can rely on: `failed` when a check says no or a running sandbox cannot do it in the world as it
 * is, `usage` for what was asked wrongly, `failure` when no sandbox answers or it failed. `exec` answers with the code of
 * its command.
 */
export const exitCodes = { ok: 0, failed: 1, usage: 2, failure: 4 } as const;
