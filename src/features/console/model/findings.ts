import type { ErrorDetail } from '@/shared/http';

export const severities = ['error', 'warning', 'info'] as const;
export type Severity = (typeof severities)[number];

export interface FindingGroup {
  severity: Severity;
  findings: readonly ErrorDetail[];
}

/**
 * Findings by severity, errors first; each group in the order in which they were found. An unknown
 * severity counts as an error.
 */
export function groupFindings(findings: readonly ErrorDetail[]): FindingGroup[] {
  return severities
    .map((severity) => ({
      severity,
      findings: findings.filter((finding) => severityOf(finding) === severity),
    }))
    .filter((group) => group.findings.length > 0);
}

function severityOf({ severity }: ErrorDetail): Severity {
  return severities.find((known) => known === severity) ?? 'error';
}
