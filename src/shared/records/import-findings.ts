import type { ImportCheck } from '@platform/host-api';

type Finding = ImportCheck['findings'][number];

/** The same problem in one line or in several. */
export interface FindingGroup extends Omit<Finding, 'line'> {
  readonly count: number;
  /** As in `2–4, 7`; a long list ends with an ellipsis. */
  readonly lines: string;
}

/** Ranges of lines that are shown. */
const MOST_RANGES = 5;

/** Groups equal problems, in the order of their first lines. */
export function groupFindings(findings: readonly Finding[]): FindingGroup[] {
  const groups = Map.groupBy(findings, ({ column, code, value }) => JSON.stringify([column, code, value]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { line: _line, ...problem } = first;
    return { ...problem, count: group.length, lines: linesText(group.map(({ line }) => line)) };
  });
}

function linesText(lines: readonly number[]): string {
  const ranges: Array<{ from: number; to: number }> = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last && line <= last.to + 1) last.to = line;
    else ranges.push({ from: line, to: line });
  }
  const shown = ranges
    .slice(0, MOST_RANGES)
    .map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`));
  return shown.join(', ') + (ranges.length > MOST_RANGES ? ', …' : '');
}
