import { Type, type Static } from '@platform/plugin-sdk/web';

/** How many items have a status. */
export const StatusCountVo = Type.Object({
  status: Type.Enum(['open', 'done']),
  total: Type.Integer(),
});
export type StatusCountVo = Static<typeof StatusCountVo>;
