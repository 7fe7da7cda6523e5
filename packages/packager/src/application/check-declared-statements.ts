import { hasCollection, MapperError, readMappers, ResultMapReader, type Dialect } from '@platform/mapper';
import type { Finding } from '@platform/package-format';
import { qualifiedName } from '../compile/class-index.ts';
import { packageSegment } from '../compile/plugin-project.ts';
import { refused } from './check-classes.ts';
import { callOf, lineageOf, type SourceClass } from './source-classes.ts';

const SELECTS = ['selectList', 'selectOne', 'selectValue', 'selectPage'];
const DIALECTS: readonly Dialect[] = ['sqlite', 'mysql', 'postgres'];

/** A statement of a mapper file. */
interface XmlStatement {
  readonly verb: string;
  /** True if several rows can form one object. */
  readonly merges: boolean;
}

/**
 * Compares the statements that mappers declare as fields with the mapper files, as the load will:
 * `MAPPER_STATEMENT_MISSING`, `MAPPER_STATEMENT_KIND`.
 *
 * A statement for one database alone is taken as defined.
 * @param xml texts of the mapper files by name
 */
export function checkDeclaredStatements(
  code: string,
  classes: readonly SourceClass[],
  xml: ReadonlyMap<string, string>,
): Finding[] {
  const defined = statementsOf(code, xml);
  return classes
    .filter(({ abstract, decorators }) => !abstract && callOf(decorators, ['Mapper']))
    .flatMap((mapper) => {
      const className = qualifiedName(code, mapper.source, mapper.name);
      return lineageOf(mapper, classes).flatMap(({ source, members }) =>
        members.flatMap(({ name, line, initializer }): Finding[] => {
          const kind = initializer && callOf([initializer], [...SELECTS, 'execute'])?.name;
          if (kind === undefined) return [];
          const at = { source, line };
          const statement = defined.get(`${className}.${name}`);
          if (!statement) {
            const message = `${mapper.name} declares the statement ${name}, which no mapper XML of the application defines.`;
            const fix = `Add a statement with id="${name}" to <mapper namespace="${className}">, or remove the field.`;
            return [refused('MAPPER_STATEMENT_MISSING', at, message, fix)];
          }
          if ((statement.verb === 'select') === (kind === 'execute')) {
            const message = `${mapper.name}.${name} is <${statement.verb}> in its mapper XML, but its field declares ${kind}.`;
            const fix = `Declare a select with ${SELECTS.join(', ')}. Declare any other statement with execute.`;
            return [refused('MAPPER_STATEMENT_KIND', at, message, fix)];
          }
          if (kind === 'selectPage' && statement.merges) {
            const message = `${mapper.name}.${name} merges several rows into one object, so its result cannot be paged.`;
            const fix =
              'Page with a statement without collections, then select the collections by identifier.';
            return [refused('MAPPER_STATEMENT_KIND', at, message, fix)];
          }
          return [];
        }),
      );
    });
}

/** By full name; what is invalid is reported where the mapper files are checked. */
function statementsOf(code: string, xml: ReadonlyMap<string, string>): Map<string, XmlStatement> {
  const sources = [...xml].map(([entry, text]) => ({ entry, xml: text }));
  const statements = new Map<string, XmlStatement>();
  for (const dialect of DIALECTS) {
    const prefix = `cn.platform.${packageSegment(code)}.`;
    const set = readMappers(
      sources,
      prefix,
      dialect,
      () => undefined,
      () => undefined,
    );
    const maps = new ResultMapReader(set.resultMaps, { get: (name) => name });
    for (const { namespace, statements: found } of set.files.values()) {
      for (const { id, verb, element } of found) {
        const { resultMap } = element.attributes;
        statements.set(`${namespace}.${id}`, { verb, merges: merges(maps, resultMap, namespace) });
      }
    }
  }
  return statements;
}

function merges(maps: ResultMapReader<string>, resultMap: string | undefined, namespace: string): boolean {
  try {
    return resultMap !== undefined && hasCollection(maps.read(resultMap, namespace));
  } catch (error) {
    if (error instanceof MapperError) return false;
    throw error;
  }
}
