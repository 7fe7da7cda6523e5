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
  readonly failures: readonly FailedTest[];
}

export interface FailedTest {
  readonly file: string;
  readonly title: string;
  readonly message: string;
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly VitestFile[];
}

interface VitestFile {
  readonly name: string;
  readonly startTime: number;
  readonly endTime: number;
  readonly status: string;
  /** Why the file itself failed, outside of its tests. */
  readonly message: string;
  readonly assertionResults: readonly {
    readonly fullName: string;
    readonly status: string;
    readonly failureMessages: readonly string[] | null;
  }[];
}

interface PlaywrightSuite {
  readonly file: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly PlaywrightSpec[];
}

interface PlaywrightSpec {
  readonly file: string;
  readonly title: string;
  readonly ok: boolean;
  readonly tests: readonly { results: readonly PlaywrightResult[] }[];
}

interface PlaywrightResult {
  readonly duration: number;
  readonly errors: readonly { readonly message?: string }[];
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
    failures: report.testResults.flatMap(failuresOfFile),
  };
}

function failuresOfFile({ name, status, message, assertionResults }: VitestFile): FailedTest[] {
  const failed = assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => ({ file: name, title: test.fullName, message: test.failureMessages?.[0] ?? '' }));
  return failed.length === 0 && status === 'failed' ? [{ file: name, title: 'the file', message }] : failed;
}

function ofPlaywright({ stats, suites }: PlaywrightReport): TestReport {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    files: suites.map((suite) => ({ name: `e2e/${suite.file}`, seconds: secondsOf(suite) })),
    failures: suites
      .flatMap(specsOf)
      .filter((spec) => !spec.ok)
      .map((spec) => ({
        file: `e2e/${spec.file}`,
        title: spec.title,
        message: resultsOf(spec).flatMap(({ errors }) => errors)[0]?.message ?? '',
      })),
  };
}

const specsOf = ({ specs, suites = [] }: PlaywrightSuite): readonly PlaywrightSpec[] => [
  ...specs,
  ...suites.flatMap(specsOf),
];

const resultsOf = ({ tests }: PlaywrightSpec): readonly PlaywrightResult[] =>
  tests.flatMap(({ results: runs }) => runs);

const secondsOf = (suite: PlaywrightSuite): number =>
  specsOf(suite)
    .flatMap(resultsOf)
    .reduce((sum, { duration }) => sum + duration / 1000, 0);
