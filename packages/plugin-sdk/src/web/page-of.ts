import { Type, type TSchema } from 'typebox';

/** Creates the response schema of a list, sent as `{ code, msg, total, rows }`. (design 9.7-38) */
export const pageOf = <T extends TSchema>(row: T) =>
  Type.Object({ total: Type.Integer(), rows: Type.Array(row) });
