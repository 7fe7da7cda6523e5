import { describe, expect, it } from 'vitest';
import type { MapperOperations, RowData } from '@platform/plugin-sdk/orm';
import { HelloItem } from '../../domain/hello-item.ts';
import { HelloItemMapper } from '../../mapper/hello-item.mapper.ts';
import { HelloItemServiceImpl } from './hello-item.service-impl.ts';

/** An in-memory mapper with the methods that the service calls. */
class FakeItems extends HelloItemMapper implements MapperOperations<HelloItem> {
  readonly rows = new Map<number, HelloItem>();

  override async selectById(id: number) {
    return this.rows.get(id);
  }

  override async insert(row: RowData<HelloItem>) {
    const item = Object.assign(new HelloItem(), { id: this.rows.size + 1, remark: null, ...row });
    this.rows.set(item.id, item);
    return item;
  }

  override async updateById(row: RowData<HelloItem>) {
    const item = this.rows.get(row.id ?? 0);
    if (item) Object.assign(item, row);
    return item ? 1 : 0;
  }

  override async deleteByIds(ids: readonly number[]) {
    return ids.filter((id) => this.rows.delete(id)).length;
  }
}

describe('HelloItemService', () => {
  it('changes an item, and clears an omitted remark', async () => {
    const service = new HelloItemServiceImpl(new FakeItems());
    const { id } = await service.add({ title: 'Write', status: 'open', remark: 'soon' });
    expect(await service.edit({ id, title: 'Written', status: 'done' })).toMatchObject({
      title: 'Written',
      status: 'done',
      remark: null,
    });
  });

  it('fails for a missing item', async () => {
    const service = new HelloItemServiceImpl(new FakeItems());
    const error = { code: 'HELLO_ITEM_NOT_FOUND', status: 404 };
    await expect(service.get(7)).rejects.toMatchObject(error);
    await expect(service.edit({ id: 7, title: 'x', status: 'open' })).rejects.toMatchObject(error);
  });

  it('returns the number of removed items', async () => {
    const service = new HelloItemServiceImpl(new FakeItems());
    const { id } = await service.add({ title: 'Write', status: 'open' });
    expect(await service.remove([id, 99])).toBe(1);
  });
});
