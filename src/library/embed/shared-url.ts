/** The variable that passes the URL of the global setup's sandbox to the tests. */
export const sharedUrlVariable = "LEAD_SANDBOX_TEST_RUN_URL";
