import { BaseMapper, Mapper } from '@platform/plugin-sdk/orm';
import { HelloItem } from '../domain/hello-item.ts';

@Mapper(HelloItem)
export class HelloItemMapper extends BaseMapper<HelloItem> {}
