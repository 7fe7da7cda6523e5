import type { ListResult, PageRequest } from '@platform/remote-app';
import { useRuntime } from '../runtime.ts';

export const productStatuses = ['draft', 'onSale', 'offSale'] as const;
export type ProductStatus = (typeof productStatuses)[number];

/** The edited product; `stock` only applies to a new one, without an id. */
export interface ProductDraft {
  id?: number;
  categoryId?: number;
  name: string;
  description: string;
  priceCents: number;
  stock: number;
  status: ProductStatus;
  version?: number;
}

export interface Product extends Omit<ProductDraft, 'description'> {
  id: number;
  categoryId: number;
  categoryName: string | null;
  description: string | null;
  low: boolean;
  sold: number;
  version: number;
  updateTime: string;
}

export interface ProductFilter {
  name?: string;
  categoryId?: number;
  status?: ProductStatus;
  lowStock?: boolean;
}

export function listProducts(
  query: ProductFilter & PageRequest,
  signal?: AbortSignal,
): Promise<ListResult<Product>> {
  return useRuntime().request.get('/mall/product/list', { params: query, signal });
}

export async function saveProduct({ stock, ...draft }: ProductDraft): Promise<void> {
  const { request } = useRuntime();
  await (draft.id === undefined
    ? request.post('/mall/product', { ...draft, stock })
    : request.put('/mall/product', draft));
}

export async function adjustStock(id: number, delta: number): Promise<void> {
  await useRuntime().request.post(`/mall/product/${id}/stock`, { delta });
}

export async function removeProducts(ids: readonly number[]): Promise<void> {
  await useRuntime().request.delete(`/mall/product/${ids.join(',')}`);
}
