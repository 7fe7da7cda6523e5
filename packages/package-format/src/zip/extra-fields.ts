export const ZIP64_FIELD = 0x0001;

/** Fields of common archivers: 64-bit sizes, times, owners, and the mark of a Java archive. */
const KNOWN_FIELDS = new Set([ZIP64_FIELD, 0x000a, 0x5455, 0x5855, 0x7855, 0x7875, 0xcafe]);
/** Length of the longest common field, which contains all times. */
const MAX_FIELD = 64;

interface ExtraField {
  readonly id: number;
  readonly data: Buffer;
}

/** Returns the data of the first field with an id. */
export const findExtraField = (extra: Buffer, id: number): Buffer | undefined =>
  readFields(extra).fields.find((field) => field.id === id)?.data;

/**
 * Returns what is wrong with the extra fields of a header, or undefined.
 *
 * A field may give another name (0x7075) or method to some readers, or hide bytes. (design 4.3)
 */
export function extraFieldProblem(extra: Buffer): string | undefined {
  const { fields, whole } = readFields(extra);
  if (!whole) return 'an extra field is longer than the space for it';
  const ids = fields.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) return `it has the extra field ${hexadecimal(twice)} twice`;
  const strange = fields.find(({ id, data }) => !KNOWN_FIELDS.has(id) || data.length > MAX_FIELD);
  return strange && `it has the extra field ${hexadecimal(strange.id)} of ${strange.data.length} bytes`;
}

/** `whole` is false when the fields do not fill the space exactly. */
function readFields(extra: Buffer): { fields: ExtraField[]; whole: boolean } {
  const fields: ExtraField[] = [];
  let at = 0;
  while (at + 4 <= extra.length) {
    const end = at + 4 + extra.readUInt16LE(at + 2);
    fields.push({ id: extra.readUInt16LE(at), data: extra.subarray(at + 4, end) });
    at = end;
  }
  return { fields, whole: at === extra.length };
}

const hexadecimal = (id: number): string => `0x${id.toString(16).padStart(4, '0')}`;
