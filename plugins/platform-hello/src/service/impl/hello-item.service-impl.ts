import { PlatformError, Service, type Page, type PageQuery } from '@platform/plugin-sdk/core';
import { Transactional } from '@platform/plugin-sdk/orm';
import type {
  HelloItemChange,
  HelloItemCountQuery,
  HelloItemDraft,
  HelloItemQuery,
} from '../../domain/bo/hello-item.bo.ts';
import type { HelloItemVo } from '../../domain/vo/hello-item.vo.ts';
import type { StatusCountVo } from '../../domain/vo/status-count.vo.ts';
import { HelloItemMapper } from '../../mapper/hello-item.mapper.ts';
import { HelloItemService } from '../hello-item.service.ts';

@Service({ as: HelloItemService, inject: [HelloItemMapper] })
export class HelloItemServiceImpl extends HelloItemService {
  constructor(private readonly items: HelloItemMapper) {
    super();
  }

  override page({ title, status }: HelloItemQuery, page: PageQuery): Promise<Page<HelloItemVo>> {
    return this.items.selectPage(
      (q) => q.like('title', title).eq('status', status).orderBy('id', 'desc'),
      page,
    );
  }

  override countByStatus(query: HelloItemCountQuery): Promise<StatusCountVo[]> {
    return this.items.countByStatus(query);
  }

  override async get(id: number): Promise<HelloItemVo> {
    const item = await this.items.selectById(id);
    if (!item) throw notFound(id);
    return item;
  }

  override add(draft: HelloItemDraft): Promise<HelloItemVo> {
    return this.items.insert(draft);
  }

  @Transactional()
  override async edit({ id, title, status, remark }: HelloItemChange): Promise<HelloItemVo> {
    const changed = await this.items.updateById({ id, title, status, remark: remark ?? null });
    if (changed === 0) throw notFound(id);
    return this.get(id);
  }

  override remove(ids: readonly number[]): Promise<number> {
    return this.items.deleteByIds(ids);
  }
}

const notFound = (id: number): PlatformError =>
  new PlatformError({
    code: 'HELLO_ITEM_NOT_FOUND',
    status: 404,
    message: `There is no item ${id}.`,
    fix: 'Load the list again: somebody may have deleted it.',
  });
