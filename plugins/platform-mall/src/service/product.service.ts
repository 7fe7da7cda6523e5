import type { Page, PageQuery } from '@platform/plugin-sdk/core';
import type { ProductChange, ProductDraft, ProductQuery, ShopQuery } from '../domain/bo/product.bo.ts';
import type { ProductVo, ShopProductVo } from '../domain/vo/product.vo.ts';

export abstract class ProductService {
  abstract page(query: ProductQuery, page: PageQuery): Promise<Page<ProductVo>>;
  /** @throws MALL_PRODUCT_NOT_FOUND (404) */
  abstract get(id: number): Promise<ProductVo>;
  /** @throws MALL_CATEGORY_NOT_FOUND (404) */
  abstract add(draft: ProductDraft): Promise<ProductVo>;
  /** @throws MALL_PRODUCT_NOT_FOUND, MALL_CATEGORY_NOT_FOUND (404), MALL_PRODUCT_CHANGED (409) */
  abstract edit(change: ProductChange): Promise<ProductVo>;
  /** @throws MALL_STOCK_SHORT (409) for insufficient stock, MALL_PRODUCT_NOT_FOUND (404) */
  abstract adjustStock(id: number, delta: number): Promise<ProductVo>;
  /** @returns how many were there */
  abstract remove(ids: readonly number[]): Promise<number>;
  abstract countLowStock(): Promise<number>;
  /** Products as customers see them, at current prices. */
  abstract browse(query: ShopQuery, page: PageQuery): Promise<Page<ShopProductVo>>;
  /** @throws MALL_PRODUCT_NOT_FOUND (404), also for a product that is not on sale */
  abstract offered(id: number): Promise<ShopProductVo>;
}
