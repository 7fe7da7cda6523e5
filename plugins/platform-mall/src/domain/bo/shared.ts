import { Type } from '@platform/plugin-sdk/web';

/** Parts of requests that several have. */
export const idParams = Type.Object({ id: Type.Integer() });
export const orderNoParams = Type.Object({ orderNo: Type.String({ maxLength: 32 }) });
export const name = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: String.raw`\S` });
export const cents = (minimum = 0) =>
  Type.Integer({ minimum, maximum: 1_000_000_000_000, description: 'Whole cents' });
export const timestamp = Type.String({ format: 'date-time' });
export const day = Type.String({ format: 'date' });
/** Several records, named in the path. */
export const idsParams = Type.Object({
  ids: Type.String({ pattern: String.raw`^\d+(,\d+)*$`, description: 'Separated by commas' }),
});
export const idsOf = ({ ids }: { ids: string }): number[] => ids.split(',').map(Number);
export const removedResponse = Type.Object({ removed: Type.Integer() });
