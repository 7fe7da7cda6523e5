import type { Finding, Severity } from '../finding.ts';

const STATEMENT = /<(select|insert|update|delete|sql)\b([^>]*)>([\s\S]*?)<\/\1\s*>/g;
const COMMENT = /<!--[\s\S]*?-->/g;

const attribute = (attributes: string, name: string): string | undefined =>
  new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    .exec(attributes)
    ?.slice(1)
    .find((value) => value !== undefined);

/**
 * What an operator should know of a mapper's XML before it runs: its namespace, `${}` (design 9.1-4) and statements
 * that leave the tenant condition off (9.1-2).
 * @param prefix package of the application, with its final dot
 */
export function checkMapper(entry: string, xml: string, prefix: string): Finding[] {
  const text = xml.replace(COMMENT, '');
  const finding = (severity: Severity, code: string, message: string, fix: string): Finding => {
    return { code, severity, entry, message: `${entry}: ${message}`, fix };
  };
  const findings: Finding[] = [];
  const namespace = attribute(/<mapper\b([^>]*)>/.exec(text)?.[1] ?? '', 'namespace');
  if (namespace === undefined || !namespace.startsWith(prefix)) {
    const message = `namespace ${namespace === undefined ? 'is missing' : `"${namespace}" is not the application's`}.`;
    findings.push(
      finding(
        'error',
        'MAPPER_NAMESPACE',
        message,
        `Begin it with ${prefix}; a deviating one survives reloads.`,
      ),
    );
  }
  for (const [, tag = '', attributes = '', body = ''] of text.matchAll(STATEMENT)) {
    const id = `<${tag} id="${attribute(attributes, 'id') ?? ''}">`;
    const unsafe = attribute(attributes, 'unsafe') === 'true';
    // In a fragment it may be a property of the include: that each is given, the load checks statement by statement.
    if (tag !== 'sql' && (body.includes('${') || (unsafe && body.includes('<include')))) {
      findings.push(
        unsafe
          ? finding(
              'warning',
              'MAPPER_UNSAFE',
              `${id} may put text into SQL with \${}, and says so.`,
              'Make sure that no user input reaches it.',
            )
          : finding(
              'error',
              'MAPPER_SUBSTITUTION',
              `${id} puts text into SQL with \${}.`,
              'Bind it with #{}, or mark the statement unsafe="true".',
            ),
      );
    }
    if (attribute(attributes, 'tenant') === 'ignore') {
      findings.push(
        finding(
          'warning',
          'MAPPER_TENANT_IGNORED',
          `${id} reads and writes the rows of every tenant.`,
          'Drop tenant="ignore" if it need not.',
        ),
      );
    }
  }
  return findings;
}
