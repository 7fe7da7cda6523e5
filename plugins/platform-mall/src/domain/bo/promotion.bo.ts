import { Type, type Static } from '@platform/plugin-sdk/web';
import { promotionStatuses } from '../../enums/statuses.ts';
import { name, timestamp } from './shared.ts';

/** Filters of the list of promotions. */
export const PromotionQuery = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 100 })),
  status: Type.Optional(Type.Enum(promotionStatuses)),
});
export type PromotionQuery = Static<typeof PromotionQuery>;

/** Fields of a new promotion. */
export const PromotionDraft = Type.Object({
  name: name(100),
  discountPercent: Type.Integer({ minimum: 1, maximum: 90 }),
  startTime: timestamp,
  endTime: timestamp,
  productIds: Type.Array(Type.Integer(), { minItems: 1, maxItems: 500, uniqueItems: true }),
});
export type PromotionDraft = Static<typeof PromotionDraft>;

/** A promotion after a change. */
export const PromotionChange = Type.Object({ id: Type.Integer(), ...PromotionDraft.properties });
export type PromotionChange = Static<typeof PromotionChange>;
