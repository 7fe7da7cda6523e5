import { legible } from './manifest/hidden-characters.ts';

export type Severity = 'error' | 'warning' | 'info';

/** One thing that is wrong, or noteworthy, about a package. An `error` refuses it. */
export interface Finding {
  /** Stable upper-case code. */
  code: string;
  severity: Severity;
  /** Entry of the package that it concerns. */
  entry?: string;
  /** JSON pointer into the manifest, or a line of a script as `line 3`. */
  pointer?: string;
  /** What was found, for people. */
  message: string;
  /** What to do about it. */
  fix: string;
}

const RANK: Record<Severity, number> = { error: 0, warning: 1, info: 2 };

/** Errors first, otherwise in the order in which they were found. */
export const bySeverity = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted((a, b) => RANK[a.severity] - RANK[b.severity]);

/** Of one code; whoever reads them needs no more to find the cause. */
const MAX_ALIKE = 100;

/** No more than a hundred findings of a code, the last of which says how many there are: a package may be made to have millions. */
export function capped(findings: readonly Finding[]): Finding[] {
  const counts = new Map<string, number>();
  for (const { code } of findings) counts.set(code, (counts.get(code) ?? 0) + 1);
  const seen = new Map<string, number>();
  return findings.flatMap((finding) => {
    const number = (seen.get(finding.code) ?? 0) + 1;
    seen.set(finding.code, number);
    if (number > MAX_ALIKE) return [];
    const rest = (counts.get(finding.code) ?? 0) - MAX_ALIKE;
    if (number < MAX_ALIKE || rest === 0) return [finding];
    return [{ ...finding, message: `${finding.message} ${rest} more of this kind are not listed.` }];
  });
}

/** Longer messages have been made so. */
const MAX_MESSAGE = 500;

/** As it may be shown: names in a package may clear a terminal, turn text round, or go on for pages. */
export function presentable(finding: Finding): Finding {
  const short = (text: string): string =>
    legible(text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}…` : text);
  const { entry, message, fix } = finding;
  return {
    ...finding,
    ...(entry !== undefined && { entry: short(entry) }),
    message: short(message),
    fix: short(fix),
  };
}

export const hasErrors = (findings: readonly Finding[]): boolean =>
  findings.some(({ severity }) => severity === 'error');
