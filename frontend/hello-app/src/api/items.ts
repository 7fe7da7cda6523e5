import type { ListResult, PageRequest } from '@platform/remote-app';
import { useRuntime } from '../runtime.ts';

export const itemStatuses = ['open', 'done'] as const;

export type ItemStatus = (typeof itemStatuses)[number];

export interface Item {
  id: number;
  title: string;
  status: ItemStatus;
  remark: string | null;
  createTime: string;
  updateTime: string;
}

export interface ItemFilter {
  title?: string;
  status?: ItemStatus;
}

/** Number of items by status. */
export interface StatusCount {
  status: ItemStatus;
  total: number;
}

/** The edited item; a new one without an id. */
export interface ItemDraft {
  id?: number;
  title: string;
  status: ItemStatus;
  remark: string;
}

export function listItems(query: ItemFilter & PageRequest, signal?: AbortSignal): Promise<ListResult<Item>> {
  return useRuntime().request.get('/hello/item/list', { params: query, signal });
}

export function countItems(): Promise<StatusCount[]> {
  return useRuntime().request.get('/hello/item/count');
}

export async function saveItem(draft: ItemDraft): Promise<void> {
  const { request } = useRuntime();
  const body = { ...draft, remark: draft.remark.trim() || undefined };
  await (draft.id === undefined ? request.post('/hello/item', body) : request.put('/hello/item', body));
}

export async function removeItems(ids: readonly number[]): Promise<void> {
  await useRuntime().request.delete(`/hello/item/${ids.join(',')}`);
}
