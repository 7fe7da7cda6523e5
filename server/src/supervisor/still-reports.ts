import type { Readable } from 'node:stream';
import type { StillReport } from './protocol.ts';

/** More of a line that does not end is no report. */
const LONGEST = 4_096;

/** Reads the lines of a worker's watcher thread. */
export function readStillReports(stream: Readable, take: (report: StillReport) => void): void {
  let rest = '';
  stream
    .setEncoding('utf8')
    .on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = (lines.pop() ?? '').slice(0, LONGEST);
      const report = parsed(lines.at(-1));
      if (report) take(report);
    })
    // The end of the worker tells.
    .on('error', () => undefined);
}

function parsed(line: string | undefined): StillReport | undefined {
  try {
    const { inside = null, residentBytes } = JSON.parse(line ?? '') as Partial<StillReport>;
    if (typeof residentBytes !== 'number') return undefined;
    return { inside: typeof inside === 'string' ? inside : null, residentBytes };
  } catch {
    return undefined;
  }
}
