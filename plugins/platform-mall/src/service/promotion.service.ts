import type { Page, PageQuery } from '@platform/plugin-sdk/core';
import type { PromotionChange, PromotionDraft, PromotionQuery } from '../domain/bo/promotion.bo.ts';
import type { PromotionVo } from '../domain/vo/promotion.vo.ts';
import type { ProductDiscount } from '../mapper/mall-promotion.mapper.ts';

export abstract class PromotionService {
  abstract page(query: PromotionQuery, page: PageQuery): Promise<Page<PromotionVo>>;
  /** Runs at once where its time has come. @throws MALL_PERIOD_INVALID (400) */
  abstract add(draft: PromotionDraft): Promise<void>;
  /**
   * @throws MALL_PERIOD_INVALID (400), MALL_PROMOTION_NOT_FOUND (404), MALL_PROMOTION_OVER (409)
   */
  abstract edit(change: PromotionChange): Promise<void>;
  /** Ends it before its time. @throws MALL_PROMOTION_OVER (409) */
  abstract stop(id: number): Promise<void>;
  /** @returns how many were there */
  abstract remove(ids: readonly number[]): Promise<number>;
  /** The best discount of each product that has one now, by the product's id. */
  abstract discountsOf(productIds: readonly number[]): Promise<ReadonlyMap<number, ProductDiscount>>;
  /** Starts and ends promotions that are due. */
  abstract switchDue(now?: Date): Promise<{ begun: number; ended: number }>;
}
