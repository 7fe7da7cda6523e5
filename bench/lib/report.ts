import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { inRoot } from '../../scripts/lib/paths.ts';

/** One measured figure with its budget. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Least or greatest value that is within the budget. */
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly note?: string;
}

const within = ({ value, atLeast, atMost }: Figure): boolean =>
  (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost);

/**
 * Prints a table and writes `bench/results/<name>.json`; `--check` sets exit code 1 over budget.
 */
export function report(name: string, figures: readonly Figure[]): void {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
  console.log(`\n${name}: ${machine}`);
  for (const figure of figures) {
    const budget = [
      ...(figure.atLeast === undefined ? [] : [`≥ ${figure.atLeast}`]),
      ...(figure.atMost === undefined ? [] : [`≤ ${figure.atMost}`]),
    ].join(' ');
    const mark = budget === '' ? ' ' : within(figure) ? '✓' : '✗';
    const value = `${Number(figure.value.toPrecision(4))} ${figure.unit}`;
    console.log(
      `${mark} ${figure.name.padEnd(52)} ${value.padStart(14)}  ${budget.padEnd(10)} ${figure.note ?? ''}`,
    );
  }
  mkdirSync(inRoot('bench/results'), { recursive: true });
  writeFileSync(inRoot(`bench/results/${name}.json`), JSON.stringify({ machine, figures }, null, 2));
  if (process.argv.includes('--check') && !figures.every(within)) process.exitCode = 1;
}
