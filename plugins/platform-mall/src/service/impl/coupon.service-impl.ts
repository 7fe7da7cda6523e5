import { Service, type Page, type PageQuery } from '@platform/plugin-sdk/core';
import { Transactional } from '@platform/plugin-sdk/orm';
import { timestampOf } from '../../constant/times.ts';
import type { CouponChange, CouponDraft, CouponQuery } from '../../domain/bo/coupon.bo.ts';
import type { CouponVo, UserCouponVo } from '../../domain/vo/coupon.vo.ts';
import { MallCouponMapper } from '../../mapper/mall-coupon.mapper.ts';
import { MallUserCouponMapper } from '../../mapper/mall-user-coupon.mapper.ts';
import { CouponService } from '../coupon.service.ts';
import { checkPeriod, conflict, notFound } from '../mall-errors.ts';

@Service({ as: CouponService, inject: [MallCouponMapper, MallUserCouponMapper] })
export class CouponServiceImpl extends CouponService {
  constructor(
    private readonly coupons: MallCouponMapper,
    private readonly held: MallUserCouponMapper,
  ) {
    super();
  }

  override async page({ name, status }: CouponQuery, page: PageQuery): Promise<Page<CouponVo>> {
    const { total, rows } = await this.coupons.selectPage(
      (q) => q.like('name', name).eq('status', status).orderBy('id', 'desc'),
      page,
    );
    const couponIds = rows.map(({ id }) => id);
    const used = couponIds.length > 0 ? await this.held.usedCounts({ couponIds }) : [];
    const usedBy = new Map(used.map((count) => [count.couponId, count.total]));
    return { total, rows: rows.map((row) => ({ ...row, usedCount: usedBy.get(row.id) ?? 0 })) };
  }

  override async add(draft: CouponDraft): Promise<void> {
    await this.coupons.insert({ ...draft, ...periodOf(draft) });
  }

  @Transactional()
  override async edit({ id, ...change }: CouponChange): Promise<void> {
    const coupon = await this.coupons.selectById(id);
    if (!coupon) throw notFound('coupon', id);
    if (coupon.status === 'expired') throw over();
    if (change.totalCount < coupon.claimedCount) {
      throw conflict(
        'MALL_COUPON_CLAIMED',
        `${coupon.claimedCount} have been given out already.`,
        'Choose at least that number.',
      );
    }
    await this.coupons.updateById({ id, ...change, ...periodOf(change) });
  }

  override async close(id: number): Promise<void> {
    const closed = await this.coupons.update({ status: 'closed' }, { id, status: 'active' });
    if (closed === 0) throw over();
  }

  override remove(ids: readonly number[]): Promise<number> {
    return this.coupons.deleteByIds(ids);
  }

  @Transactional()
  override async claim(couponId: number, userId: number): Promise<void> {
    if (await this.held.exists({ couponId, userId })) throw alreadyHeld();
    if ((await this.coupons.claim({ id: couponId, now: new Date().toISOString() })) === 0) {
      throw conflict('MALL_COUPON_GONE', 'The coupon is not given out any more.', 'Look for another one.');
    }
    const coupon = await this.coupons.selectById(couponId);
    if (!coupon) throw notFound('coupon', couponId);
    await this.held.insert({ couponId, userId, status: 'unused', expireTime: coupon.validUntil });
  }

  override ofUser(userId: number): Promise<UserCouponVo[]> {
    return this.held.ofUser({ userId });
  }

  override async worth(
    userId: number,
    userCouponId: number | undefined,
    goodsCents: number,
  ): Promise<number> {
    if (userCouponId === undefined) return 0;
    const [coupon] = await this.held.ofUser({ userId, id: userCouponId, status: 'unused' });
    if (!coupon || Date.parse(coupon.expireTime) <= Date.now()) throw notUsable();
    if (goodsCents < coupon.thresholdCents) {
      throw conflict(
        'MALL_COUPON_NOT_USABLE',
        `“${coupon.name}” counts for larger orders only.`,
        'Add something, or leave the coupon out.',
      );
    }
    return Math.min(coupon.amountCents, goodsCents);
  }

  override async use(userId: number, userCouponId: number, orderNo: string): Promise<void> {
    const now = new Date().toISOString();
    if ((await this.held.use({ id: userCouponId, userId, orderNo, now })) === 0) throw notUsable();
  }

  override async release(orderNo: string): Promise<void> {
    await this.held.release({ orderNo, now: new Date().toISOString() });
  }

  @Transactional()
  override async expireDue(now = new Date()): Promise<{ coupons: number; held: number }> {
    const due = now.toISOString();
    const coupons = await this.coupons.update({ status: 'expired' }, (q) =>
      q.ne('status', 'expired').le('validUntil', due),
    );
    const held = await this.held.update({ status: 'expired' }, (q) =>
      q.eq('status', 'unused').le('expireTime', due),
    );
    return { coupons, held };
  }
}

function periodOf({ validFrom, validUntil }: Pick<CouponDraft, 'validFrom' | 'validUntil'>) {
  checkPeriod(validFrom, validUntil);
  return { validFrom: timestampOf(validFrom), validUntil: timestampOf(validUntil) };
}

const over = () =>
  conflict('MALL_COUPON_OVER', 'The coupon is over.', 'Make a new one for the time to come.');

const alreadyHeld = () =>
  conflict('MALL_COUPON_HELD', 'The customer has this coupon already.', 'Each one is given once.');

const notUsable = () =>
  conflict('MALL_COUPON_NOT_USABLE', 'The coupon is used, expired or somebody else’s.', 'Leave it out.');
