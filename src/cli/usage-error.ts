/** What was asked for cannot be done as it was asked; the message says what to do instead. */
export class UsageError extends Error {}
