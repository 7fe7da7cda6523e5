import type { TypeCast } from 'mysql2';
import { computedDecimal, exactInteger, toIsoTimestamp } from '../values.ts';

type Field = Parameters<Extract<TypeCast, (...parameters: never[]) => unknown>>[0];

const convert = (field: Field, conversion: (text: string) => unknown): unknown => {
  const text = field.string();
  return text === null ? null : conversion(text);
};

/** Converts values to the common form (design 9.1-5): `tinyint(1)` is boolean. */
export function castValue(field: Field, next: () => unknown): unknown {
  switch (field.type) {
    case 'TINY':
      return field.length === 1 ? convert(field, (text) => text !== '0') : next();
    case 'LONGLONG':
      return convert(field, exactInteger);
    case 'NEWDECIMAL':
    case 'DECIMAL':
      return field.table === '' ? convert(field, computedDecimal) : field.string();
    case 'TIMESTAMP':
    case 'TIMESTAMP2':
    case 'DATETIME':
    case 'DATETIME2':
      return convert(field, toIsoTimestamp);
    case 'DATE':
    case 'NEWDATE':
    case 'JSON':
      return field.string();
    default:
      return next();
  }
}
