/** A request that is invalid as given; the message says what to do instead. */
export class UsageError extends Error {}
