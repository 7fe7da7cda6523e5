import type { Finding } from '../finding.ts';
import { findJsonDoubts } from '../manifest/strict-json.ts';
import type { JarIndex } from './check-jar-permissions.ts';

interface Expected {
  /** Entry of the package. */
  entry: string;
  /** Package of the application's classes, with its final dot. */
  prefix: string;
  /** Entries of the jar. */
  names: ReadonlySet<string>;
}

/**
 * Checks the index of a jar against its entries.
 *
 * Every named file exists, every class belongs to the application and occurs once, and nothing is
 * ambiguous. (spec: Package layout; design 3.1)
 *
 * @param text valid JSON
 */
export function checkJarIndex(text: string, index: JarIndex, { entry, prefix, names }: Expected): Finding[] {
  const error = (code: string, message: string): Finding => {
    const fix = 'Build the backend again with the packager.';
    return { code, severity: 'error', entry, message: `${entry}: ${message}`, fix };
  };
  const { classes = [], modules = [], mappers = [], main } = index;
  const files = [...classes, ...modules].flatMap(({ file }) => file ?? []);
  const named = [...new Set([...files, ...mappers, ...(main ? [main] : [])])];
  const folder = prefix.replaceAll('.', '/');
  const classNames = classes.flatMap(({ name }) => name ?? []);
  return [
    ...findJsonDoubts(text).map(({ pointer }) =>
      error('JAR_INDEX_INVALID', `its index lists ${pointer} twice.`),
    ),
    ...named
      .filter((file) => !names.has(file))
      .map((file) =>
        error('JAR_INDEX_INVALID', `its index names "${file}", which the jar does not contain.`),
      ),
    ...files
      .filter((file) => names.has(file) && !file.startsWith(folder))
      .map((file) => error('JAR_FOREIGN_CLASS', `its index lists "${file}" as a module of the application.`)),
    ...(new Set(classNames).size < classNames.length
      ? [error('JAR_INDEX_INVALID', 'its index lists a class twice.')]
      : []),
    ...classNames
      .filter((name) => !name.startsWith(prefix))
      .map((name) =>
        error('JAR_FOREIGN_CLASS', `the class ${name} is outside the application's package ${prefix}.`),
      ),
  ];
}
