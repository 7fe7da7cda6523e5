import { Type, type Static } from '@platform/plugin-sdk/web';

/** How many members have a level. */
export const LevelCountVo = Type.Object({
  level: Type.Enum(['bronze', 'silver', 'gold']),
  total: Type.Integer(),
  added: Type.Integer({ description: 'Of these, since the time that was asked for; without one, all' }),
});
export type LevelCountVo = Static<typeof LevelCountVo>;
