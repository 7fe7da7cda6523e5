import { compileExpression, type Evaluate } from '../expression/expression.ts';
import { text } from '../expression/values.ts';
import { invalidXml } from './mapper-error.ts';

type Convert = (value: unknown) => unknown;

const number: Convert = (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value);
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

/**
 * Compiles what stands in `#{…}`: a path, and a type where the value alone does not settle it. A value that is missing
 * is NULL. (design 3.6)
 */
export function compileBoundValue(inside: string): Evaluate {
  const [path = '', ...options] = inside.split(/,(?![^[\]]*\])/);
  let convert = toDatabase;
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
    convert = (given) => (given === null || given === undefined ? null : converter(given));
  }
  const evaluate = compileExpression(path);
  return (scope) => convert(evaluate(scope));
}

/** A value as databases take it. */
function toDatabase(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Uint8Array) return value;
  return typeof value === 'object' ? JSON.stringify(value) : value;
}
