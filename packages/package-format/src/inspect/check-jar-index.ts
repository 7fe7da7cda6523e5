import type { Finding } from '../finding.ts';
import { findJsonDoubts } from '../manifest/strict-json.ts';
import type { JarIndex } from './check-jar-permissions.ts';

interface Expected {
  /** Entry of the package. */
  entry: string;
  /** Package of the application as classes bear it, with its final dot. */
  prefix: string;
  /** Entries of the jar. */
  names: ReadonlySet<string>;
}

/**
 * The jar's index against the jar: every file that it names is there, every class is the application's own and named
 * once (spec: Package layout; design 3.1), and nothing in it can be read in two ways.
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
      error('JAR_INDEX_INVALID', `its index has ${pointer} twice.`),
    ),
    ...named
      .filter((file) => !names.has(file))
      .map((file) => error('JAR_INDEX_INVALID', `its index names "${file}", which is not in the jar.`)),
    ...files
      .filter((file) => names.has(file) && !file.startsWith(folder))
      .map((file) =>
        error('JAR_FOREIGN_CLASS', `its index takes "${file}" for a module of the application.`),
      ),
    ...(new Set(classNames).size < classNames.length
      ? [error('JAR_INDEX_INVALID', 'its index has a class twice.')]
      : []),
    ...classNames
      .filter((name) => !name.startsWith(prefix))
      .map((name) =>
        error('JAR_FOREIGN_CLASS', `the class ${name} does not lie in the application's package ${prefix}.`),
      ),
  ];
}
