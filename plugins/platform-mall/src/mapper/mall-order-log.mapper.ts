import { BaseMapper, Mapper } from '@platform/plugin-sdk/orm';
import { MallOrderLog } from '../domain/mall-order-log.ts';

@Mapper(MallOrderLog)
export class MallOrderLogMapper extends BaseMapper<MallOrderLog> {}
