import { BaseMapper, execute, Mapper, selectPage } from '@platform/plugin-sdk/orm';
import type { ProductQuery, ShopQuery } from '../domain/bo/product.bo.ts';
import { MallProduct } from '../domain/mall-product.ts';
import type { ProductVo } from '../domain/vo/product.vo.ts';

type Offered = Pick<
  MallProduct,
  'id' | 'categoryId' | 'name' | 'description' | 'priceCents' | 'stock' | 'sold'
>;

/** resources/mapper/mall/MallProductMapper.xml */
@Mapper(MallProduct)
export class MallProductMapper extends BaseMapper<MallProduct> {
  readonly search = selectPage<
    Omit<ProductVo, 'low'>,
    Omit<ProductQuery, 'lowStock'> & { maxStock?: number }
  >();
  readonly browse = selectPage<Offered, ShopQuery>();
  readonly takeStock = execute<{ id: number; quantity: number }>();
  readonly returnStock = execute<{ id: number; quantity: number }>();
  readonly adjustStock = execute<{ id: number; delta: number }>();
}
