import { Service, type Page, type PageQuery } from '@platform/plugin-sdk/core';
import { Transactional } from '@platform/plugin-sdk/orm';
import { timestampOf } from '../../constant/times.ts';
import type { PromotionChange, PromotionDraft, PromotionQuery } from '../../domain/bo/promotion.bo.ts';
import type { PromotionVo } from '../../domain/vo/promotion.vo.ts';
import { MallPromotionProductMapper } from '../../mapper/mall-promotion-product.mapper.ts';
import { MallPromotionMapper, type ProductDiscount } from '../../mapper/mall-promotion.mapper.ts';
import { checkPeriod, conflict, notFound } from '../mall-errors.ts';
import { PromotionService } from '../promotion.service.ts';

/** States that a promotion leaves by itself. */
const LASTING = ['scheduled', 'running'] as const;

@Service({ as: PromotionService, inject: [MallPromotionMapper, MallPromotionProductMapper] })
export class PromotionServiceImpl extends PromotionService {
  constructor(
    private readonly promotions: MallPromotionMapper,
    private readonly members: MallPromotionProductMapper,
  ) {
    super();
  }

  override async page({ name, status }: PromotionQuery, page: PageQuery): Promise<Page<PromotionVo>> {
    const { total, rows } = await this.promotions.selectPage(
      (q) => q.like('name', name).eq('status', status).orderBy('startTime', 'desc').orderBy('id', 'desc'),
      page,
    );
    const promotionIds = rows.map(({ id }) => id);
    const products = promotionIds.length > 0 ? await this.promotions.productsOf({ promotionIds }) : [];
    return {
      total,
      rows: rows.map((row) => ({
        ...row,
        products: products.filter(({ promotionId }) => promotionId === row.id),
      })),
    };
  }

  @Transactional()
  override async add({ productIds, ...draft }: PromotionDraft): Promise<void> {
    const { id } = await this.promotions.insert({ ...draft, ...periodOf(draft), status: 'scheduled' });
    await this.#setProducts(id, productIds);
    await this.switchDue();
  }

  @Transactional()
  override async edit({ id, productIds, ...change }: PromotionChange): Promise<void> {
    const promotion = await this.promotions.selectById(id);
    if (!promotion) throw notFound('promotion', id);
    if (!LASTING.some((status) => status === promotion.status)) throw over();
    // It starts again by its times, which may have moved into the future.
    await this.promotions.updateById({ id, ...change, ...periodOf(change), status: 'scheduled' });
    await this.members.delete({ promotionId: id });
    await this.#setProducts(id, productIds);
    await this.switchDue();
  }

  override async stop(id: number): Promise<void> {
    const stopped = await this.promotions.update({ status: 'stopped' }, { id, status: [...LASTING] });
    if (stopped === 0) throw over();
  }

  override remove(ids: readonly number[]): Promise<number> {
    return this.promotions.deleteByIds(ids);
  }

  override async discountsOf(productIds: readonly number[]): Promise<ReadonlyMap<number, ProductDiscount>> {
    if (productIds.length === 0) return new Map();
    const found = await this.promotions.discounts({ productIds, now: new Date().toISOString() });
    // Best first in the result. Reversed, so that the best one overwrites the others.
    return new Map(found.toReversed().map((discount) => [discount.productId, discount]));
  }

  @Transactional()
  override async switchDue(now = new Date()): Promise<{ begun: number; ended: number }> {
    const due = now.toISOString();
    const ended = await this.promotions.update({ status: 'ended' }, (q) =>
      q.in('status', [...LASTING]).le('endTime', due),
    );
    const begun = await this.promotions.update({ status: 'running' }, (q) =>
      q.eq('status', 'scheduled').le('startTime', due).gt('endTime', due),
    );
    return { begun, ended };
  }

  async #setProducts(promotionId: number, productIds: readonly number[]): Promise<void> {
    await this.members.insertBatch(productIds.map((productId) => ({ promotionId, productId })));
  }
}

function periodOf({ startTime, endTime }: Pick<PromotionDraft, 'startTime' | 'endTime'>) {
  checkPeriod(startTime, endTime);
  return { startTime: timestampOf(startTime), endTime: timestampOf(endTime) };
}

const over = () =>
  conflict('MALL_PROMOTION_OVER', 'The promotion is over.', 'Make a new one for the time to come.');
