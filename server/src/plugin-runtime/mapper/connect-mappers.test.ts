import { BaseMapper, Mapper, TableField, TableId, TableName, Transactional } from '@platform/plugin-sdk/orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../data/index.ts';
import { openTestDatabase } from '../../data/testing/open.ts';
import { requestContext, silentLogger } from '../../kernel/index.ts';
import type { Bean } from '../container/container.ts';
import { connectMappers } from './connect-mappers.ts';
import { StatementTimes } from './statement-times.ts';

@TableName('shop_item')
class Item {
  @TableId() id!: number;
  @TableField() title!: string;
}

@Mapper(Item)
class ItemMapper extends BaseMapper<Item> {}

class Shop {
  @Transactional() async sell() {
    return 'sold';
  }
  @Transactional({ propagation: 'requiresNew' }) async log() {
    return 'logged';
  }
}

const beanOf = (instance: object): Bean =>
  ({ definition: { type: instance.constructor, name: 'bean' }, instance }) as unknown as Bean;

describe('classes of an application, bound to the database', () => {
  let database: Database;
  const times = new StatementTimes();
  beforeEach(async () => void (database = await openTestDatabase({ type: 'sqlite', file: ':memory:' })));
  afterEach(() => database.close());
  const connect = () => {
    const classes = [Item, ItemMapper, Shop].map((type) => ({
      name: `cn.${type.name}`,
      type,
      abstract: false,
    }));
    const ids = { next: () => 1, take: async () => [] };
    return connectMappers(
      classes,
      new Map(),
      { appCode: 'shop', logger: silentLogger },
      { database, ids, times, reachOfCaller: async () => undefined },
    );
  };

  it('run their transactional methods in its transactions, in a new one where they ask for it', async () => {
    connect();
    const transaction = vi.spyOn(database, 'transaction');
    expect([await new Shop().sell(), await new Shop().log()]).toEqual(['sold', 'logged']);
    expect(transaction.mock.calls.map(([, options]) => options?.requiresNew)).toEqual([false, true]);
  });

  it('read and write by their mappers, whose calls are counted', async () => {
    await database.executeScript(
      'create table shop_item (id integer, tenant_id varchar(20), title varchar(9))',
    );
    const { connect: bind, finish } = connect();
    const [items, shop] = [new ItemMapper(), new Shop()];
    for (const instance of [items, shop]) bind(beanOf(instance));
    finish();
    const inserted = await requestContext.run({ requestId: 'x', tenantId: 'a', user: undefined }, () =>
      items.insert({ title: 'a' }),
    );
    expect(inserted).toMatchObject({ id: 1, title: 'a' });
    expect(times.list().find(({ statement }) => statement === 'cn.ItemMapper.insert')).toMatchObject({
      appCode: 'shop',
      count: 1,
    });
  });
});
