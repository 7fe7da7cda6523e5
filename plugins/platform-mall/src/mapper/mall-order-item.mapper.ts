import { BaseMapper, Mapper } from '@platform/plugin-sdk/orm';
import { MallOrderItem } from '../domain/mall-order-item.ts';

@Mapper(MallOrderItem)
export class MallOrderItemMapper extends BaseMapper<MallOrderItem> {}
