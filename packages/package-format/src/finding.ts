import { legible } from './manifest/hidden-characters.ts';

export type Severity = 'error' | 'warning' | 'info';

/** A problem or a remark about a package. An `error` refuses the package. */
export interface Finding {
  /** Stable upper-case code. */
  code: string;
  severity: Severity;
  /** Entry of the package. */
  entry?: string;
  /** JSON pointer into the manifest, or a line of a script as `line 3`. */
  pointer?: string;
  /** The problem, for people. */
  message: string;
  /** The remedy. */
  fix: string;
}

const RANK: Record<Severity, number> = { error: 0, warning: 1, info: 2 };

/** Sorts errors first and keeps the order otherwise. */
export const bySeverity = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted((a, b) => RANK[a.severity] - RANK[b.severity]);

/** Maximum number of findings of one code. */
const MAX_ALIKE = 100;

/**
 * Limits the findings of each code; the last one states how many more there are.
 *
 * A hostile package can have millions.
 */
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

/** A longer message is an attack. */
const MAX_MESSAGE = 500;

/**
 * Makes a finding safe to show.
 *
 * Names in a package may clear a terminal, reverse text or fill pages.
 */
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
