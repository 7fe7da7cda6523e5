import { TableField, TableId, TableName } from '@platform/plugin-sdk/orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SqlDatabase } from '../../data/index.ts';
import { openTestDatabase } from '../../data/testing/open.ts';
import { checkEntities } from './check-entities.ts';
import { entityModel } from './entity-model.ts';

@TableName('shop_item')
class Item {
  @TableId() id!: number;
  @TableField() unitPrice!: number;
  @TableField({ column: 'Title' }) title!: string;
}

describe('entities, compared with the migrated database', () => {
  let database: SqlDatabase;
  beforeEach(async () => void (database = await openTestDatabase({ type: 'sqlite', file: ':memory:' })));
  afterEach(() => database.close());

  const warnings = async (): Promise<string[]> => {
    const said: string[] = [];
    const model = entityModel(Item);
    if (Array.isArray(model)) throw new Error('The entity is not valid.');
    await checkEntities([model], database, { warn: (message) => void said.push(message) });
    return said;
  };

  it('warn of a table that does not exist', async () => {
    expect(await warnings()).toEqual(['Entity Item maps the table shop_item, which does not exist']);
  });

  it('warn of the columns that their table does not have, until a script adds them', async () => {
    await database.executeScript('create table shop_item (ID integer)');
    expect(await warnings()).toEqual([
      'Entity Item maps the columns unit_price, Title, which the table shop_item does not have',
    ]);
    await database.executeScript('alter table shop_item add column unit_price integer');
    expect(await warnings()).toEqual([
      'Entity Item maps the column Title, which the table shop_item does not have',
    ]);
    await database.executeScript('alter table shop_item add column title varchar(9)');
    expect(await warnings()).toEqual([]);
  });
});
