import { Type, type Static } from '@platform/plugin-sdk/web';
import { productStatuses } from '../../enums/statuses.ts';
import { cents, name } from './shared.ts';

/** Filters of the list of products. */
export const ProductQuery = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 120 })),
  categoryId: Type.Optional(Type.Integer()),
  status: Type.Optional(Type.Enum(productStatuses)),
  lowStock: Type.Optional(Type.Boolean({ description: 'Only products that are running low' })),
});
export type ProductQuery = Static<typeof ProductQuery>;

const fields = {
  categoryId: Type.Integer(),
  name: name(120),
  description: Type.Optional(Type.String({ maxLength: 2000 })),
  priceCents: cents(1),
  status: Type.Enum(productStatuses),
};

/** Fields of a new product. */
export const ProductDraft = Type.Object({
  ...fields,
  stock: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 }),
});
export type ProductDraft = Static<typeof ProductDraft>;

/**
 * A product after a change; `version` is the one that was read, so that nobody's change is lost.
 */
export const ProductChange = Type.Object({ id: Type.Integer(), version: Type.Integer(), ...fields });
export type ProductChange = Static<typeof ProductChange>;

/** Goods that came in, or went out otherwise than by an order. */
export const StockChange = Type.Object({
  delta: Type.Integer({ minimum: -1_000_000, maximum: 1_000_000, description: 'Added, or taken' }),
});
export type StockChange = Static<typeof StockChange>;

/** Search fields of customers. */
export const ShopQuery = Type.Object({
  keyword: Type.Optional(Type.String({ maxLength: 120 })),
  categoryId: Type.Optional(Type.Integer()),
  sort: Type.Enum(['newest', 'priceUp', 'priceDown', 'bestSelling'], { default: 'newest' }),
});
export type ShopQuery = Static<typeof ShopQuery>;
