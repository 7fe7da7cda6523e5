import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../lib/paths.ts';
import type { Outcome } from '../lib/steps.ts';
import { readReport, type FailedTest } from './reports.ts';

const runners = ['unit', 'shell', 'integration', 'e2e', 'first-page'];
const SLOWEST = 12;
/** Lines of the message of a failed test: what was expected, and what was found. */
const MESSAGE_LINES = 6;

/**
 * Prints the duration of each step, the slowest test files, each failed test, and the counts of all
 * runners, so that the end of a log is enough to see what failed.
 */
export function printSummary(outcomes: readonly Outcome[], seconds: number): void {
  const reports = runners.flatMap((name) => readReport(name) ?? []);
  const files = reports.flatMap((report) => report.files).sort((a, b) => b.seconds - a.seconds);
  const count = (kind: 'passed' | 'failed' | 'skipped'): number =>
    reports.reduce((sum, report) => sum + report[kind], 0);
  const lines = [
    ...table('Steps', outcomes),
    ...table(
      'Slowest test files',
      files.slice(0, SLOWEST).map(({ name, seconds: own }) => ({ title: shortName(name), seconds: own })),
    ),
    ...failedTests(reports.flatMap(({ failures }) => failures)),
    '',
    `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped in ${minutes(seconds)}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function table(heading: string, rows: readonly Pick<Outcome, 'title' | 'seconds' | 'failure'>[]): string[] {
  if (rows.length === 0) return [];
  return [
    '',
    heading,
    ...rows.map(
      ({ title, seconds, failure }) => `${seconds.toFixed(1).padStart(8)} s  ${failure ? '✗ ' : ''}${title}`,
    ),
  ];
}

function failedTests(failures: readonly FailedTest[]): string[] {
  if (failures.length === 0) return [];
  return [
    '',
    'Failed tests',
    ...failures.flatMap(({ file, title, message }) => [
      `  ✗ ${shortName(file)}: ${title}`,
      ...stripVTControlCharacters(message)
        .split('\n')
        .filter((line) => line.trim() !== '')
        .slice(0, MESSAGE_LINES)
        .map((line) => `      ${line.trimEnd()}`),
    ]),
  ];
}

const shortName = (name: string): string => (name.startsWith('/') ? relative(root, name) : name);

function minutes(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
