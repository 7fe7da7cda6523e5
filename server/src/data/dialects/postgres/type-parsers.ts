import pg from 'pg';
import { exactInteger, toIsoTimestamp } from '../values.ts';

type Parser = (text: string) => unknown;

const text: Parser = (value) => value;
const parsers: ReadonlyMap<number, Parser> = new Map([
  [pg.types.builtins.INT8, exactInteger],
  [pg.types.builtins.NUMERIC, text],
  [pg.types.builtins.TIMESTAMP, toIsoTimestamp],
  [pg.types.builtins.TIMESTAMPTZ, toIsoTimestamp],
  [pg.types.builtins.DATE, text],
  [pg.types.builtins.JSON, text],
  [pg.types.builtins.JSONB, text],
]);

/** Converts values to the common form. (design 9.1-5) */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary'): unknown =>
    (format === 'binary' ? undefined : parsers.get(oid)) ??
    pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
};
