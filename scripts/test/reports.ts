import { existsSync, readFileSync } from 'node:fs';
import { inRoot } from '../lib/paths.ts';

/** Where the runners write their reports. */
export const results = inRoot('test-results');
export const reportOf = (name: string): string => `${results}/${name}.json`;

/** Report of one runner. */
export interface TestReport {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly files: readonly { readonly name: string; readonly seconds: number }[];
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly { name: string; startTime: number; endTime: number }[];
}

interface PlaywrightSuite {
  readonly file: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly { tests: readonly { results: readonly { duration: number }[] }[] }[];
}

interface PlaywrightReport {
  readonly stats: { expected: number; unexpected: number; skipped: number; flaky: number };
  readonly suites: readonly PlaywrightSuite[];
}

/** Reads the report of a runner; undefined when it wrote none. */
export function readReport(name: string): TestReport | undefined {
  if (!existsSync(reportOf(name))) return undefined;
  const report = JSON.parse(readFileSync(reportOf(name), 'utf8')) as VitestReport | PlaywrightReport;
  return 'stats' in report ? ofPlaywright(report) : ofVitest(report);
}

function ofVitest(report: VitestReport): TestReport {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      name,
      seconds: (endTime - startTime) / 1000,
    })),
  };
}

function ofPlaywright({ stats, suites }: PlaywrightReport): TestReport {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    files: suites.map((suite) => ({ name: `e2e/${suite.file}`, seconds: secondsOf(suite) })),
  };
}

function secondsOf({ specs, suites = [] }: PlaywrightSuite): number {
  const durations = specs.flatMap(({ tests }) => tests.flatMap(({ results: runs }) => runs));
  const own = durations.reduce((sum, { duration }) => sum + duration / 1000, 0);
  return suites.reduce((sum, suite) => sum + secondsOf(suite), own);
}
