import { Type, type Static } from '@platform/plugin-sdk/web';
import { productStatuses } from '../../enums/statuses.ts';

/** A product as administrators see it. */
export const ProductVo = Type.Object({
  id: Type.Integer(),
  categoryId: Type.Integer(),
  categoryName: Type.Union([Type.String(), Type.Null()]),
  name: Type.String(),
  description: Type.Union([Type.String(), Type.Null()]),
  priceCents: Type.Integer(),
  stock: Type.Integer(),
  low: Type.Boolean({ description: 'Running low' }),
  sold: Type.Integer(),
  status: Type.Enum(productStatuses),
  version: Type.Integer(),
  updateTime: Type.String(),
});
export type ProductVo = Static<typeof ProductVo>;

/** A product as everybody sees it. */
export const ShopProductVo = Type.Object({
  id: Type.Integer(),
  categoryId: Type.Integer(),
  name: Type.String(),
  description: Type.Union([Type.String(), Type.Null()]),
  priceCents: Type.Integer(),
  salePriceCents: Type.Integer({ description: 'What it costs now' }),
  promotion: Type.Union([Type.String(), Type.Null()]),
  available: Type.Boolean(),
  sold: Type.Integer(),
});
export type ShopProductVo = Static<typeof ShopProductVo>;
