/**
 * Exit codes that scripts can rely on. `failed`: a check found something, or the sandbox's current state forbids the
 * action. `usage`: invalid arguments. `unjudged`: nothing can be said about a client, such as one that fails without any
 * fault. `failure`: the sandbox does not answer, or failed. `interrupted`: as of Ctrl-C. `exec` returns the code of its
 * command.
 */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  unjudged: 3,
  failure: 4,
  interrupted: 130,
} as const;
