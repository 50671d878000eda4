/** Exit codes that scripts can rely on; `exec` answers with the code of its command. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, failure: 4 } as const;
