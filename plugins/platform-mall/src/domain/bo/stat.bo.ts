import { Type, type Static } from '@platform/plugin-sdk/web';

/** Over how many days figures are shown. */
export const StatQuery = Type.Object({ days: Type.Integer({ minimum: 1, maximum: 366, default: 30 }) });
export type StatQuery = Static<typeof StatQuery>;
