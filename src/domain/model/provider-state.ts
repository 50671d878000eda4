const statesOfRecords =
  /^(?:an active lead|a lead|leads|a plan|a private plan|a client|a record) /i;

/** Whether a provider state creates records in one environment, and so takes `environment` (rule env.data). */
export function makesRecords(state: string): boolean {
  return statesOfRecords.test(state.trim());
}
