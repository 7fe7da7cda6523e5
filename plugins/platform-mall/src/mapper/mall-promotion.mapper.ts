import { BaseMapper, Mapper, selectList } from '@platform/plugin-sdk/orm';
import { MallPromotion } from '../domain/mall-promotion.ts';

/** Discount of a running promotion on a product. */
export interface ProductDiscount {
  readonly productId: number;
  readonly name: string;
  readonly discountPercent: number;
}

/** resources/mapper/mall/MallPromotionMapper.xml */
@Mapper(MallPromotion)
export class MallPromotionMapper extends BaseMapper<MallPromotion> {
  readonly discounts = selectList<ProductDiscount, { productIds: readonly number[]; now: string }>();
  readonly productsOf = selectList<
    { promotionId: number; id: number; name: string },
    { promotionIds: readonly number[] }
  >();
}
