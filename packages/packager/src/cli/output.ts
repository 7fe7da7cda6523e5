import { styleText } from 'node:util';
import { PackageFormatError, type Finding } from '@platform/package-format';
import { PackagerError } from '../errors.ts';

/** Output of the commands. A test collects the lines. */
export interface Output {
  line(text: string): void;
  error(text: string): void;
}

export const consoleOutput: Output = {
  line: (text) => console.log(text),
  error: (text) => console.error(text),
};

const MARK = {
  error: styleText('red', '✘ error  '),
  warning: styleText('yellow', '! warning'),
  info: styleText('blue', 'i info   '),
};

/** Formats a finding as two lines: the problem and the fix. */
export const formatFinding = ({ code, severity, message, fix }: Finding): string =>
  `${MARK[severity]} ${styleText('bold', code)}  ${message}\n            ${styleText('dim', fix)}`;

/** `12 ms`, `1.3 s`. */
export const formatDuration = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;

export function formatError(error: unknown): string {
  if (!(error instanceof PackagerError) && !(error instanceof PackageFormatError)) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  const fix = error.fix === undefined ? '' : `\n  ${styleText('dim', error.fix)}`;
  return `${styleText('red', '✘')} ${styleText('bold', error.code)}  ${error.message}${fix}`;
}
