const VARIABLE = 'PLATFORM_TEST_RUN';

/** The prefix of all database names of this test run. */
export const runPrefix = (): string => `platform_test_${process.env[VARIABLE] ?? process.pid}_`;

/** Makes this process and those that it starts one run. */
export function beginRun(): void {
  process.env[VARIABLE] = String(process.pid);
}
