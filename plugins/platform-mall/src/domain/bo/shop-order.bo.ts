import { Type, type Static } from '@platform/plugin-sdk/web';
import { name } from './shared.ts';

const basket = {
  items: Type.Array(
    Type.Object({ productId: Type.Integer(), quantity: Type.Integer({ minimum: 1, maximum: 999 }) }),
    { minItems: 1, maxItems: 50 },
  ),
  userCouponId: Type.Optional(Type.Integer()),
};

/** A line of a basket. */
export const Basket = Type.Object(basket);
export type Basket = Static<typeof Basket>;

/** An order from a customer. A repeated `requestKey` returns the first order. */
export const ShopOrder = Type.Object({
  ...basket,
  requestKey: Type.String({ minLength: 8, maxLength: 64, pattern: '^[\\w-]+$' }),
  receiver: name(100),
  phone: Type.String({ minLength: 3, maxLength: 30, pattern: '^[+0-9][0-9 ()-]+$' }),
  address: name(300),
  remark: Type.Optional(Type.String({ maxLength: 300 })),
});
export type ShopOrder = Static<typeof ShopOrder>;
