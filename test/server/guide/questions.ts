/** Questions as people type them, each with the page of the guide that answers it. */
export const questions: readonly (readonly [question: string, page: string])[] = [
  ["How do I get a 429 without sending five hundred requests?", "start"],
  ["What does x-sandbox-reason mean?", "explain"],
  ["read the sign-up link from the mail", "mail"],
  ["Run it in the background in CI and wait until it is up", "ci"],
  ["pytest fixture", "languages-python"],
  ["How do I make the sandbox time out?", "faults"],
  ["I have a HAR of a production incident", "recordings"],
  ["How long does explore take, and how do I make it shorter?", "explore"],
  ["self-signed certificate", "https"],
  ["one sandbox for the whole team behind nginx", "server"],
  ["Which of these rules are guesses, and what should I test then?", "contracts"],
  ["Two tests at the same time disturb each other", "testing"],
  ["Can I restore a backup?", "operate"],
  ["certificate authority", "https"],
  ["answer a REQUEST with an ERROR or a DELAY", "faults"],
];
