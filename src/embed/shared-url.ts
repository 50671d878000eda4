/** The variable by which the global setup of a run hands the URL of its sandbox to the tests. */
export const sharedUrlVariable = "LEAD_SANDBOX_TEST_RUN_URL";
