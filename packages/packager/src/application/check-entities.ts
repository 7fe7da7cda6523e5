import { columnNameOf } from '@platform/mapper';
import type { Finding } from '@platform/package-format';
import ts from 'typescript';
import type { ScratchDatabase } from './scratch/scratch-database.ts';

const FIELDS = ['TableId', 'TableField', 'TableLogic', 'Version'];

/** The columns that a class with `@TableName` states itself. */
export interface SourceEntity {
  readonly source: string;
  readonly name: string;
  readonly table: string;
  readonly columns: ReadonlyArray<{ readonly column: string; readonly line: number }>;
}

/** Entities in the sources of a project; names that are not literals stay unknown. */
export const readEntities = (sources: ReadonlyMap<string, string>): SourceEntity[] =>
  [...sources].flatMap(([source, text]) => entitiesIn(source, text));

/**
 * Compares entities with the tables that the migrations have made: `ENTITY_COLUMN_MISSING` for a
 * column that its table does not have, so that every generated statement would fail.
 */
export async function missingColumns(
  database: ScratchDatabase,
  entities: readonly SourceEntity[],
): Promise<Finding[]> {
  if (database.kind !== 'sqlite' || entities.length === 0) return [];
  const rows = await database.query(
    `select lower(m.name) as name, lower(p.name) as field from sqlite_master m join pragma_table_info(m.name) p`,
  );
  const tables = Map.groupBy(rows, ({ name }) => name);
  return entities.flatMap(({ source, name, table, columns }) => {
    const known = tables.get(table.toLowerCase())?.map(({ field }) => field);
    if (!known || /^(sys|app)_/i.test(table)) return [];
    return columns
      .filter(({ column }) => !known.includes(column.toLowerCase()))
      .map(({ column, line }): Finding => {
        const message = `${source}:${line}: ${name} has the column ${column}, but the migrations give ${table} none of that name.`;
        const fix = 'Correct the name in @TableField, or add the column in a new script.';
        const at = { entry: source, pointer: `line ${line}` };
        return { code: 'ENTITY_COLUMN_MISSING', severity: 'error', ...at, message, fix };
      });
  });
}

function entitiesIn(source: string, text: string): SourceEntity[] {
  if (!text.includes('@TableName(')) return [];
  const file = ts.createSourceFile(source, text, ts.ScriptTarget.ES2022, true);
  return file.statements.filter(ts.isClassDeclaration).flatMap((declaration): SourceEntity[] => {
    const [argument] = argumentsOf(declaration, ['TableName']) ?? [];
    if (!argument || !ts.isStringLiteralLike(argument)) return [];
    const columns = declaration.members.filter(ts.isPropertyDeclaration).flatMap((member) => {
      const column = columnOf(member);
      const line = file.getLineAndCharacterOfPosition(member.name.getStart()).line + 1;
      return column === undefined ? [] : [{ column, line }];
    });
    return [{ source, name: declaration.name?.text ?? 'the entity', table: argument.text, columns }];
  });
}

function columnOf(member: ts.PropertyDeclaration): string | undefined {
  const given = argumentsOf(member, FIELDS);
  if (!given || !ts.isIdentifier(member.name)) return undefined;
  const [options] = given;
  const implied = columnNameOf(member.name.text);
  if (!options) return implied;
  if (ts.isStringLiteralLike(options)) return options.text;
  if (!ts.isObjectLiteralExpression(options)) return undefined;
  const column = options.properties.find((property) => property.name?.getText() === 'column');
  if (!column) return options.properties.every(ts.isPropertyAssignment) ? implied : undefined;
  return ts.isPropertyAssignment(column) && ts.isStringLiteralLike(column.initializer)
    ? column.initializer.text
    : undefined;
}

/** Arguments of the first of these decorators that a node carries. */
function argumentsOf(
  node: ts.ClassDeclaration | ts.PropertyDeclaration,
  names: readonly string[],
): readonly ts.Expression[] | undefined {
  return (ts.getDecorators(node) ?? [])
    .map(({ expression }) => expression)
    .filter(ts.isCallExpression)
    .find(({ expression }) => ts.isIdentifier(expression) && names.includes(expression.text))?.arguments;
}
