import type { ListResult, PageRequest } from '@platform/remote-app';
import { useRuntime } from '../runtime.ts';

export const couponStatuses = ['active', 'closed', 'expired'] as const;
export type CouponStatus = (typeof couponStatuses)[number];

/** The edited coupon; a new one without an id. */
export interface CouponDraft {
  id?: number;
  name: string;
  amountCents: number;
  thresholdCents: number;
  totalCount: number;
  validFrom: string;
  validUntil: string;
}

export interface Coupon extends CouponDraft {
  id: number;
  claimedCount: number;
  usedCount: number;
  status: CouponStatus;
}

export interface CouponFilter {
  name?: string;
  status?: CouponStatus;
}

export function listCoupons(
  query: CouponFilter & PageRequest,
  signal?: AbortSignal,
): Promise<ListResult<Coupon>> {
  return useRuntime().request.get('/mall/coupon/list', { params: query, signal });
}

export async function saveCoupon(draft: CouponDraft): Promise<void> {
  const { request } = useRuntime();
  await (draft.id === undefined ? request.post('/mall/coupon', draft) : request.put('/mall/coupon', draft));
}

export async function closeCoupon(id: number): Promise<void> {
  await useRuntime().request.post(`/mall/coupon/${id}/close`);
}

export async function removeCoupons(ids: readonly number[]): Promise<void> {
  await useRuntime().request.delete(`/mall/coupon/${ids.join(',')}`);
}
