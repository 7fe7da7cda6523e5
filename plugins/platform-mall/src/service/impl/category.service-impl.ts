import { Service } from '@platform/plugin-sdk/core';
import { Transactional } from '@platform/plugin-sdk/orm';
import type { CategoryChange, CategoryDraft } from '../../domain/bo/category.bo.ts';
import type { CategoryVo } from '../../domain/vo/category.vo.ts';
import { MallCategoryMapper } from '../../mapper/mall-category.mapper.ts';
import { MallProductMapper } from '../../mapper/mall-product.mapper.ts';
import { CategoryService } from '../category.service.ts';
import { conflict, notFound } from '../mall-errors.ts';

@Service({ as: CategoryService, inject: [MallCategoryMapper, MallProductMapper] })
export class CategoryServiceImpl extends CategoryService {
  constructor(
    private readonly categories: MallCategoryMapper,
    private readonly products: MallProductMapper,
  ) {
    super();
  }

  override list(onlyEnabled = false): Promise<CategoryVo[]> {
    return this.categories.selectList((q) =>
      q
        .eq('enabled', onlyEnabled || undefined)
        .orderBy('sortOrder')
        .orderBy('id'),
    );
  }

  override add(draft: CategoryDraft): Promise<CategoryVo> {
    return this.categories.insert(draft);
  }

  @Transactional()
  override async edit(change: CategoryChange): Promise<CategoryVo> {
    if ((await this.categories.updateById(change)) === 0) throw notFound('category', change.id);
    return change;
  }

  @Transactional()
  override async remove(id: number): Promise<void> {
    const used = await this.products.selectCount({ categoryId: id });
    if (used > 0) {
      throw conflict(
        'MALL_CATEGORY_IN_USE',
        `${used} products belong to the category.`,
        'Move them to another category first.',
      );
    }
    if ((await this.categories.deleteById(id)) === 0) throw notFound('category', id);
  }
}
