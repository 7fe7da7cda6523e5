const VARIABLE = 'PLATFORM_TEST_RUN';

/** What the names of all databases of this run of tests begin with. */
export const runPrefix = (): string => `platform_test_${process.env[VARIABLE] ?? process.pid}_`;

/** Makes this process and those that it starts one run. */
export function beginRun(): void {
  process.env[VARIABLE] = String(process.pid);
}
