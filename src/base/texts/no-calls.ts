/** What to say about a command that never called the sandbox, and how to mend it. */
export const noCalls =
  "The command made no call to the sandbox. Read the address from LEAD_API_URL and the key from LEAD_API_KEY, or rename these variables with --env.";
