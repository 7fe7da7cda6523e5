import {
  MalformedXml,
  SubstitutionSearch,
  surveyMapper,
  type SurveyedMapper,
  type SurveyedStatement,
} from '@platform/mapper';
import type { Finding, Severity } from '../finding.ts';

interface MapperFile {
  /** Path shown in findings. */
  readonly entry: string;
  readonly xml: string;
}

/** Maximum number of statements, fragments and includes in all mappers of a jar. */
const MAX_ELEMENTS = 100_000;

/**
 * Checks the mappers of a jar before anything of it runs.
 *
 * Reports foreign namespaces, `${}` (design 9.1-4), statements without the tenant condition (9.1-2)
 * and endless fragments. Malformed XML is a warning only: the load refuses it (spec: Errors).
 *
 * @param files all of a jar, since fragments are included across files
 * @param prefix package of the application, with its final dot
 */
export function checkMappers(files: readonly MapperFile[], prefix: string): Finding[] {
  const budget = { elements: MAX_ELEMENTS };
  const findings: Finding[] = [];
  const read: Array<{ finding: MakeFinding; mapper: SurveyedMapper }> = [];
  for (const { entry, xml } of files) {
    const finding: MakeFinding = (severity, code, message, fix) => {
      return { code, severity, entry, message: `${entry}: ${message}`, fix };
    };
    try {
      read.push({ finding, mapper: surveyMapper(xml, budget) });
    } catch (error) {
      findings.push(unreadable(error as Error, finding));
    }
  }
  const search = new SubstitutionSearch(read.map(({ mapper }) => mapper));
  return [
    ...findings,
    ...read.flatMap(({ finding, mapper }) => checkMapper(mapper, prefix, search, finding)),
  ];
}

function unreadable(error: Error, finding: MakeFinding): Finding {
  if (!(error instanceof MalformedXml)) return invalid(error, finding);
  const message = `${error.message} The backend will not load.`;
  return finding('warning', 'MAPPER_MALFORMED', message, error.fix);
}

const invalid = ({ message }: Error, finding: MakeFinding): Finding =>
  finding('error', 'MAPPER_INVALID', message, 'Remove document types and fragments that include themselves.');

function checkMapper(
  { namespace, statements }: SurveyedMapper,
  prefix: string,
  search: SubstitutionSearch,
  finding: MakeFinding,
): Finding[] {
  const findings: Finding[] = [];
  if (!namespace?.startsWith(prefix)) {
    const message = `the namespace ${namespace === undefined ? 'is missing' : `"${namespace}" belongs to another application`}.`;
    const fix = `Start the namespace with ${prefix}.`;
    findings.push(finding('error', 'MAPPER_NAMESPACE', message, fix));
  }
  try {
    // Fragments are checked where they are included, with their properties.
    for (const statement of statements.filter(({ tag }) => tag !== 'sql')) {
      findings.push(...checkStatement(statement, search.substitutes(namespace ?? '', statement), finding));
    }
  } catch (error) {
    findings.push(invalid(error as Error, finding));
  }
  return findings;
}

type MakeFinding = (severity: Severity, code: string, message: string, fix: string) => Finding;

function checkStatement(
  { tag, attributes }: SurveyedStatement,
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
            `${id} is marked unsafe and substitutes text into SQL with \${}.`,
            'Make sure that no user input reaches it.',
          )
        : finding(
            'error',
            'MAPPER_SUBSTITUTION',
            `${id} substitutes text into SQL with \${}.`,
            'Bind it with #{}, or mark the statement unsafe="true".',
          ),
    );
  }
  if (attributes.tenant === 'ignore') {
    const message = `${id} reads and writes the rows of every tenant.`;
    findings.push(
      finding(
        'warning',
        'MAPPER_TENANT_IGNORED',
        message,
        'Remove tenant="ignore" unless the statement needs it.',
      ),
    );
  }
  return findings;
}
