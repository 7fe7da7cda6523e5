import { BaseMapper, Mapper } from '@platform/plugin-sdk/orm';
import { MallCategory } from '../domain/mall-category.ts';

@Mapper(MallCategory)
export class MallCategoryMapper extends BaseMapper<MallCategory> {}
