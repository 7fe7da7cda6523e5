import type { Finding, Severity } from '../finding.ts';
import { MalformedXml, readMapperXml, type MapperStatement } from './mapper-xml.ts';

/**
 * What an operator should know of a mapper's XML before it runs: its namespace, `${}` (design 9.1-4) and statements
 * that leave the tenant condition off (9.1-2). One that is not well-formed is the load's to refuse (spec: Errors, a malformed mapper XML).
 * @param prefix package of the application, with its final dot
 */
export function checkMapper(entry: string, xml: string, prefix: string): Finding[] {
  const finding: MakeFinding = (severity, code, message, fix) => {
    return { code, severity, entry, message: `${entry}: ${message}`, fix };
  };
  try {
    const { namespace, statements } = readMapperXml(xml);
    const findings: Finding[] = [];
    if (!namespace?.startsWith(prefix)) {
      const message = `namespace ${namespace === undefined ? 'is missing' : `"${namespace}" is not the application's`}.`;
      const fix = `Begin it with ${prefix}; a deviating one survives reloads.`;
      findings.push(finding('error', 'MAPPER_NAMESPACE', message, fix));
    }
    // What a fragment puts into SQL is counted where it is included.
    for (const statement of statements.filter(({ tag }) => tag !== 'sql')) {
      findings.push(...checkStatement(statement, statements, finding));
    }
    return findings;
  } catch (error) {
    const message = `it is no mapper XML: ${(error as Error).message}.`;
    return error instanceof MalformedXml
      ? [
          finding(
            'warning',
            'MAPPER_MALFORMED',
            `${message} The backend will not load.`,
            'Correct the XML; < in SQL is written &lt;.',
          ),
        ]
      : [finding('error', 'MAPPER_INVALID', message, 'Leave document types and endless fragments out.')];
  }
}

type MakeFinding = (severity: Severity, code: string, message: string, fix: string) => Finding;

function checkStatement(
  statement: MapperStatement,
  statements: readonly MapperStatement[],
  finding: MakeFinding,
): Finding[] {
  const { tag, attributes } = statement;
  const id = `<${tag} id="${attributes.id ?? ''}">`;
  const findings: Finding[] = [];
  if (substitutes(statement, statements)) {
    findings.push(
      attributes.unsafe === 'true'
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
  if (attributes.tenant === 'ignore') {
    const message = `${id} reads and writes the rows of every tenant.`;
    findings.push(
      finding('warning', 'MAPPER_TENANT_IGNORED', message, 'Drop tenant="ignore" if it need not.'),
    );
  }
  return findings;
}

/** Fragments within fragments that a person writes come nowhere near. */
const MAX_INCLUDES = 10_000;

/**
 * Whether a statement puts text into SQL, itself or by a fragment of its file that is not given the property of that
 * name. Fragments of other files are the load's to follow; where a statement calls itself unsafe they count.
 * @throws Error when fragments include one another without end
 */
function substitutes(statement: MapperStatement, statements: readonly MapperStatement[]): boolean {
  const fragments = new Map(
    statements.flatMap((one) => (one.tag === 'sql' ? [[one.attributes.id, one]] : [])),
  );
  const pending = [{ body: statement, given: new Set<string>() }];
  for (let count = 0; pending.length > 0; count++) {
    if (count > MAX_INCLUDES) throw new Error('its fragments include one another too often');
    const { body, given } = pending.pop()!;
    if (body.substituted.some((name) => !given.has(name))) return true;
    for (const { refid, properties } of body.includes) {
      const fragment = fragments.get(refid);
      if (fragment) pending.push({ body: fragment, given: new Set([...given, ...properties]) });
      else if (statement.attributes.unsafe === 'true') return true;
    }
  }
  return false;
}
