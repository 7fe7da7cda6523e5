import { Type } from 'typebox';
import { nullableText, type DataOf } from '../contract/index.ts';

/** A file to read; `apply` adds its records where nothing is wrong. */
export const ImportFileSchema = Type.Object({
  csv: Type.String({ maxLength: 1_000_000 }),
  apply: Type.Optional(Type.Boolean()),
});

/** Something that is wrong in a line of a file; words for `code` are the reader's. */
export const ImportFindingSchema = Type.Object({
  line: Type.Integer(),
  column: nullableText(),
  code: Type.String(),
  value: Type.String(),
});

/** Content of a file that was read, and is added where nothing is wrong. */
export const ImportCheckSchema = Type.Object({
  total: Type.Integer({ description: 'Records in the file' }),
  findings: Type.Array(ImportFindingSchema),
});

export type ImportCheck = DataOf<typeof ImportCheckSchema>;
