import { BaseMapper, Mapper } from '@platform/plugin-sdk/orm';
import { MallPromotionProduct } from '../domain/mall-promotion-product.ts';

@Mapper(MallPromotionProduct)
export class MallPromotionProductMapper extends BaseMapper<MallPromotionProduct> {}
