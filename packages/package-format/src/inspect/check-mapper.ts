import type { Finding, Severity } from '../finding.ts';
import { collectFragments, IncludeFollower } from './follow-includes.ts';
import { MalformedXml, readMapperXml, type MapperStatement, type MapperXml } from './mapper-xml.ts';

interface MapperFile {
  /** Where it is, for people. */
  readonly entry: string;
  readonly xml: string;
}

/** Of all mappers of a jar. */
const MAX_ELEMENTS = 100_000;

/**
 * What an operator should know of the mappers' XML before it runs: namespaces, `${}` (design 9.1-4), statements that
 * leave the tenant condition off (9.1-2), fragments without end. XML that is not well-formed is the load's to refuse
 * (spec: Errors, a malformed mapper XML).
 * @param files all of a jar, since fragments are included from file to file
 * @param prefix package of the application, with its final dot
 */
export function checkMappers(files: readonly MapperFile[], prefix: string): Finding[] {
  const budget = { elements: MAX_ELEMENTS };
  const findings: Finding[] = [];
  const read: Array<{ finding: MakeFinding; mapper: MapperXml }> = [];
  for (const { entry, xml } of files) {
    const finding: MakeFinding = (severity, code, message, fix) => {
      return { code, severity, entry, message: `${entry}: ${message}`, fix };
    };
    try {
      read.push({ finding, mapper: readMapperXml(xml, budget) });
    } catch (error) {
      findings.push(unreadable(error as Error, finding));
    }
  }
  const follower = new IncludeFollower(collectFragments(read.map(({ mapper }) => mapper)));
  return [
    ...findings,
    ...read.flatMap(({ finding, mapper }) => checkMapper(mapper, prefix, follower, finding)),
  ];
}

function unreadable(error: Error, finding: MakeFinding): Finding {
  const message = `it is no mapper XML: ${error.message}.`;
  return error instanceof MalformedXml
    ? finding(
        'warning',
        'MAPPER_MALFORMED',
        `${message} The backend will not load.`,
        'Correct the XML; < in SQL is written &lt;.',
      )
    : invalid(message, finding);
}

const invalid = (message: string, finding: MakeFinding): Finding =>
  finding('error', 'MAPPER_INVALID', message, 'Leave document types and endless fragments out.');

function checkMapper(
  { namespace, statements }: MapperXml,
  prefix: string,
  follower: IncludeFollower,
  finding: MakeFinding,
): Finding[] {
  const findings: Finding[] = [];
  if (!namespace?.startsWith(prefix)) {
    const message = `namespace ${namespace === undefined ? 'is missing' : `"${namespace}" is not the application's`}.`;
    const fix = `Begin it with ${prefix}; a deviating one survives reloads.`;
    findings.push(finding('error', 'MAPPER_NAMESPACE', message, fix));
  }
  try {
    // What a fragment puts into SQL is counted where it is included.
    for (const statement of statements.filter(({ tag }) => tag !== 'sql')) {
      findings.push(...checkStatement(statement, follower.substitutes(namespace ?? '', statement), finding));
    }
  } catch (error) {
    findings.push(invalid(`${(error as Error).message}.`, finding));
  }
  return findings;
}

type MakeFinding = (severity: Severity, code: string, message: string, fix: string) => Finding;

function checkStatement(
  { tag, attributes }: MapperStatement,
  substitutes: boolean,
  finding: MakeFinding,
): Finding[] {
  const id = `<${tag} id="${attributes.id ?? ''}">`;
  const findings: Finding[] = [];
  if (substitutes) {
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
