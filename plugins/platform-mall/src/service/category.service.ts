import type { CategoryChange, CategoryDraft } from '../domain/bo/category.bo.ts';
import type { CategoryVo } from '../domain/vo/category.vo.ts';

export abstract class CategoryService {
  /** In their order; for customers only those that are shown. */
  abstract list(onlyEnabled?: boolean): Promise<CategoryVo[]>;
  abstract add(draft: CategoryDraft): Promise<CategoryVo>;
  /** @throws MALL_CATEGORY_NOT_FOUND (404) */
  abstract edit(change: CategoryChange): Promise<CategoryVo>;
  /** @throws MALL_CATEGORY_IN_USE (409), MALL_CATEGORY_NOT_FOUND (404) */
  abstract remove(id: number): Promise<void>;
}
