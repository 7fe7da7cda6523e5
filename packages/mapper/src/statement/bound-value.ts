import { compileExpression, type Evaluate } from '../expression/expression.ts';
import { text } from '../expression/values.ts';
import { invalidXml } from '../xml/mapper-error.ts';

type Convert = (value: unknown) => unknown;

const number: Convert = (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value);
/** PostgreSQL needs a type where the context implies none, as in `#{from} is null`. */
const postgresTypes: ReadonlyMap<string, string> = new Map([
  ...['CHAR', 'VARCHAR', 'LONGVARCHAR', 'NVARCHAR', 'CLOB'].map((type) => [type, 'text'] as const),
  ...['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT'].map((type) => [type, 'bigint'] as const),
  ...['FLOAT', 'REAL', 'DOUBLE'].map((type) => [type, 'double precision'] as const),
  ...['DECIMAL', 'NUMERIC'].map((type) => [type, 'numeric'] as const),
  ...['BOOLEAN', 'BIT'].map((type) => [type, 'boolean'] as const),
  ...['DATE', 'TIME', 'TIMESTAMP'].map((type) => [type, type.toLowerCase()] as const),
]);
const converters: ReadonlyMap<string, Convert> = new Map<string, Convert>([
  ...['CHAR', 'VARCHAR', 'LONGVARCHAR', 'NVARCHAR', 'CLOB', 'DECIMAL', 'NUMERIC'].map(
    (type) => [type, text] as [string, Convert],
  ),
  ...['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'FLOAT', 'REAL', 'DOUBLE'].map(
    (type) => [type, number] as [string, Convert],
  ),
  ...['BOOLEAN', 'BIT'].map(
    (type) =>
      [type, (value: unknown) => value === true || value === 1 || value === '1' || value === 'true'] as [
        string,
        Convert,
      ],
  ),
  ...['DATE', 'TIME', 'TIMESTAMP'].map((type) => [type, toDatabase] as [string, Convert]),
  ['OTHER', (value) => JSON.stringify(value)],
]);

export interface BoundValue {
  readonly evaluate: Evaluate;
  /** Cast of the value, by database. */
  readonly casts: Readonly<Record<string, string>>;
}

/**
 * Compiles the content of `#{…}`: a path and an optional type. A missing value is NULL. (design
 * 3.6)
 */
export function compileBoundValue(inside: string): BoundValue {
  const [path = '', ...options] = inside.split(/,(?![^[\]]*\])/);
  let convert = toDatabase;
  let casts: BoundValue['casts'] = {};
  for (const option of options) {
    const [name = '', value = ''] = option.split('=').map((part) => part.trim());
    if (name === 'javaType') continue;
    const converter = name === 'jdbcType' ? converters.get(value) : undefined;
    if (!converter) {
      throw invalidXml(
        `#{${inside}} has the unknown option ${option.trim()}.`,
        `jdbcType takes ${[...converters.keys()].join(', ')}.`,
      );
    }
    const cast = postgresTypes.get(value);
    if (cast !== undefined) casts = { postgres: cast };
    convert = (given) => (given === null || given === undefined ? null : converter(given));
  }
  const evaluate = compileExpression(path);
  return { evaluate: (scope) => convert(evaluate(scope)), casts };
}

/** Converts a value for the database. */
function toDatabase(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Uint8Array) return value;
  return typeof value === 'object' ? JSON.stringify(value) : value;
}
