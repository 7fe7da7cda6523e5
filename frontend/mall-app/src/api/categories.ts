import { useRuntime } from '../runtime.ts';

/** The edited category; a new one without an id. */
export interface CategoryDraft {
  id?: number;
  name: string;
  sortOrder: number;
  enabled: boolean;
}

export interface Category extends CategoryDraft {
  id: number;
}

export function listCategories(): Promise<Category[]> {
  return useRuntime().request.get('/mall/category/list');
}

export async function saveCategory(draft: CategoryDraft): Promise<void> {
  const { request } = useRuntime();
  await (draft.id === undefined
    ? request.post('/mall/category', draft)
    : request.put('/mall/category', draft));
}

export async function removeCategory(id: number): Promise<void> {
  await useRuntime().request.delete(`/mall/category/${id}`);
}
