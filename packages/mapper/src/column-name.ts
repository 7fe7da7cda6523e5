/** Column of a field that names none: `createTime` → `create_time`. (design 9.1-5) */
export const columnNameOf = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
