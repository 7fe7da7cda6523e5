import type { ListResult, PageRequest } from '@platform/remote-app';
import { useRuntime } from '../runtime.ts';

export const promotionStatuses = ['scheduled', 'running', 'ended', 'stopped'] as const;
export type PromotionStatus = (typeof promotionStatuses)[number];

/** The edited promotion; a new one without an id. */
export interface PromotionDraft {
  id?: number;
  name: string;
  discountPercent: number;
  startTime: string;
  endTime: string;
  productIds: number[];
}

export interface Promotion extends Omit<PromotionDraft, 'productIds'> {
  id: number;
  status: PromotionStatus;
  products: { id: number; name: string }[];
}

export interface PromotionFilter {
  name?: string;
  status?: PromotionStatus;
}

export function listPromotions(
  query: PromotionFilter & PageRequest,
  signal?: AbortSignal,
): Promise<ListResult<Promotion>> {
  return useRuntime().request.get('/mall/promotion/list', { params: query, signal });
}

export async function savePromotion(draft: PromotionDraft): Promise<void> {
  const { request } = useRuntime();
  await (draft.id === undefined
    ? request.post('/mall/promotion', draft)
    : request.put('/mall/promotion', draft));
}

export async function stopPromotion(id: number): Promise<void> {
  await useRuntime().request.post(`/mall/promotion/${id}/stop`);
}

export async function removePromotions(ids: readonly number[]): Promise<void> {
  await useRuntime().request.delete(`/mall/promotion/${ids.join(',')}`);
}
