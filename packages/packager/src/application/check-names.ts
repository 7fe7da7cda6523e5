import { parseCreatedTables } from '@platform/mapper';
import { walkMenus, type AppManifest, type Finding } from '@platform/package-format';
import ts from 'typescript';
import { packageSegment } from '../compile/plugin-project.ts';
import { chosenFor, scriptsIn } from './scripts.ts';

const DECORATORS = ['Permission', 'TableName'] as const;
type Decorator = (typeof DECORATORS)[number];

/** A name that a decorator of a source states. */
interface Stated {
  readonly decorator: Decorator;
  readonly source: string;
  readonly line: number;
  readonly name: string;
}

/**
 * Warns of names in the sources that nothing of the application declares, as a typing error leaves
 * them: `PERMISSION_UNDECLARED` for a permission that no menu has, so that nobody can be given it,
 * and `TABLE_UNDECLARED` for the table of an entity that no migration creates.
 */
export function undeclaredNames(
  sources: ReadonlyMap<string, string>,
  migrationDir: string,
  manifest: Pick<AppManifest, 'code' | 'menus' | 'dependencies' | 'optionalDependencies'>,
): Finding[] {
  const found = [...sources].flatMap(([source, text]) => namesIn(source, text));
  const stated = (by: Decorator): Stated[] => found.filter(({ decorator }) => decorator === by);
  const permissions = new Set([...walkMenus(manifest.menus ?? [])].map(({ node }) => node.perms));
  const created = new Set(
    chosenFor('sqlite', scriptsIn(migrationDir))
      .flatMap(({ text }) => parseCreatedTables(text, 'sqlite'))
      .map((table) => table.toLowerCase()),
  );
  const others = { ...manifest.dependencies, ...manifest.optionalDependencies };
  const foreign = ['sys_', ...Object.keys(others).map((code) => `${packageSegment(code)}_`)];
  return [
    ...stated('Permission')
      .filter(({ name }) => name.startsWith(`${manifest.code}:`) && !permissions.has(name))
      .map((at) =>
        warning(
          at,
          'PERMISSION_UNDECLARED',
          `no menu of app.json has the permission ${at.name}: no role can be given it.`,
          'Correct it, or declare a button (type F) with it below the menu of its page.',
        ),
      ),
    ...stated('TableName')
      .filter(
        ({ name }) =>
          !created.has(name.toLowerCase()) &&
          !foreign.some((prefix) => name.toLowerCase().startsWith(prefix)),
      )
      .map((at) =>
        warning(
          at,
          'TABLE_UNDECLARED',
          `no migration of the application creates the table ${at.name}.`,
          'Correct the name, or create the table in a migration.',
        ),
      ),
  ];
}

function warning({ source, line }: Stated, code: string, message: string, fix: string): Finding {
  const pointer = `line ${line}`;
  return { code, severity: 'warning', entry: source, pointer, message: `${source}:${line}: ${message}`, fix };
}

/** Texts in the calls of decorators; constants stay unknown. */
function namesIn(source: string, text: string): Stated[] {
  if (!DECORATORS.some((decorator) => text.includes(`@${decorator}(`))) return [];
  const file = ts.createSourceFile(source, text, ts.ScriptTarget.ES2022, true);
  const found: Stated[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isDecorator(node) && ts.isCallExpression(node.expression)) {
      const { expression, arguments: given } = node.expression;
      const [name] = given;
      const decorator = DECORATORS.find((each) => ts.isIdentifier(expression) && expression.text === each);
      if (decorator && name && ts.isStringLiteralLike(name)) {
        const line = file.getLineAndCharacterOfPosition(name.getStart()).line + 1;
        found.push({ decorator, source, line, name: name.text });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
