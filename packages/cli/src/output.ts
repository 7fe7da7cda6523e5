import { styleText } from 'node:util';
import type { Failure } from './errors.ts';

/**
 * Output streams: results go to `out`, progress and failures to `err`, so pipes get results only.
 */
export interface Streams {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** Writes results as text, or as JSON with `--json`. */
export class Output {
  readonly #streams: Streams;
  readonly #json: boolean;

  constructor(streams: Streams, json: boolean) {
    this.#streams = streams;
    this.#json = json;
  }

  /** Writes the result: `value` as JSON, or its lines as text. */
  result(value: unknown, lines: () => readonly string[]): void {
    if (this.#json) this.#streams.out(JSON.stringify(value, undefined, 2));
    else for (const line of lines()) this.#streams.out(line);
  }

  /** Writes a line of progress. */
  progress(line: string): void {
    if (!this.#json) this.#streams.err(line);
  }

  /** A single finding prints its message and fix; several are listed. */
  failure(failure: Failure): void {
    if (this.#json) return this.#streams.out(JSON.stringify(failure, undefined, 2));
    const findings = findingsIn(failure.details);
    const several = findings.length > 1;
    const message = several ? `The package is refused with ${findings.length} findings:` : failure.message;
    this.#streams.err(`${styleText('red', '✗')} ${styleText('bold', failure.error)}  ${message}`);
    if (several) for (const line of findingLines(findings)) this.#streams.err(line);
    else if (failure.fix) this.#streams.err(`  ${styleText('dim', failure.fix)}`);
  }
}

/** A finding of the inspector, as the host answers it. */
export interface Finding {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly fix: string;
}

const isFinding = (value: unknown): value is Finding =>
  typeof value === 'object' && value !== null && 'code' in value && 'message' in value && 'fix' in value;

function findingsIn(details: unknown): Finding[] {
  const list: unknown = Array.isArray(details)
    ? details
    : (details as { findings?: unknown } | null | undefined)?.findings;
  return Array.isArray(list) ? list.filter(isFinding) : [];
}

export function findingLines(details: unknown): string[] {
  return findingsIn(details).flatMap(({ severity, code, message, fix }) => [
    `  ${severity.padEnd(7)} ${styleText('bold', code)}  ${message}`,
    `          ${styleText('dim', fix)}`,
  ]);
}

/** Aligns columns to their widest cell. */
export function table(
  head: readonly string[],
  rows: ReadonlyArray<ReadonlyArray<string | number | null | undefined>>,
): string[] {
  const cells = [head, ...rows].map((row) => row.map((cell) => String(cell ?? '')));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => widthOf(row[column] ?? ''))));
  const lines = cells.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd(),
  );
  return [styleText('dim', lines[0] ?? ''), ...lines.slice(1)];
}

/** Terminal width of a text, with two columns for each CJK character. */
const widthOf = (text: string): number => text.length + (text.match(WIDE)?.length ?? 0);
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g;
