import { BaseMapper, Mapper, selectList } from '@platform/plugin-sdk/orm';
import { HelloItem } from '../domain/hello-item.ts';
import type { StatusCountVo } from '../domain/vo/status-count.vo.ts';

@Mapper(HelloItem)
export class HelloItemMapper extends BaseMapper<HelloItem> {
  readonly countByStatus = selectList<StatusCountVo, { from?: string }>(); // resources/mapper/hello/HelloItemMapper.xml
}
