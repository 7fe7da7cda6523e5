import type { Dialect } from '@platform/mapper';
import { mysqlOnly, scriptsFor, ZipArchive, type Finding } from '@platform/package-format';

const TITLES = { sqlite: 'SQLite', postgres: 'PostgreSQL', mysql: 'MySQL' } as const;

/**
 * Warns of the scripts that an installation on this host would run although they have syntax of
 * MySQL that its database lacks: `MIGRATION_DIALECT`.
 *
 * A warning only, as a publisher also offers packages for hosts with other databases.
 *
 * @param file an accepted package
 */
export async function checkDialect(file: string, dialect: Dialect): Promise<Finding[]> {
  const archive = await ZipArchive.open(file);
  try {
    const names = archive.entries.map(({ name }) => name).filter((name) => SCRIPT.test(name));
    const findings: Finding[] = [];
    for (const { script, file: entry } of scriptsFor(names, dialect)) {
      const text = (await archive.read(entry)).toString('utf8');
      findings.push(...dialectFindings({ entry, script, text }, dialect));
    }
    return findings;
  } finally {
    await archive.close();
  }
}

/** Also for plans: what was recorded at the upload is of the publisher's database. */
export const dialectFindings = (
  { entry, script, text }: { readonly entry: string; readonly script: string; readonly text: string },
  dialect: Dialect,
): Finding[] => mysqlOnly(text, dialect).map((found) => asFinding(entry, script, dialect, found));

const SCRIPT = /^migrations\/[^/]+\.sql$/;

function asFinding(
  entry: string,
  script: string,
  dialect: Dialect,
  { line, what }: ReturnType<typeof mysqlOnly>[number],
): Finding {
  const variant = script.replace(/\.sql$/, `.${dialect}.sql`);
  return {
    code: 'MIGRATION_DIALECT',
    severity: 'warning',
    entry,
    pointer: `line ${line}`,
    message: `${entry}, line ${line}: ${what} is syntax of MySQL, which ${TITLES[dialect]} does not have: an installation on this host would fail there.`,
    fix: `Write it portably, or add a variant ${variant}.`,
  };
}
