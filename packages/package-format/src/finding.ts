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

export const hasErrors = (findings: readonly Finding[]): boolean =>
  findings.some(({ severity }) => severity === 'error');
