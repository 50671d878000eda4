/**
 * Exit codes that scripts can rely on. `failed`: a check found something, or the sandbox's current state forbids the
 * action. `usage`: invalid arguments. `failure`: the sandbox does not answer, or failed. `exec` returns the code of
 * its command.
 */
export const exitCodes = { ok: 0, failed: 1, usage: 2, failure: 4 } as const;
