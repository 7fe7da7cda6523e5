import { TableField, TableId, TableLogic, TableName, Version } from '@platform/plugin-sdk/orm';
import { expect, it } from 'vitest';
import { entityModel, type EntityModel } from './entity-model.ts';

class Base {
  @TableId() id!: number;
  @TableField({ column: 'name_of_base' }) itemName!: string;
}

@TableName('shop_item')
class Item extends Base {
  @TableField() override itemName = '';
  @TableField({ column: 'extra_json', type: 'json' }) extra!: object;
  @Version() version!: number;
  @TableLogic() deleted!: boolean;
}

it('an entity has the columns of its fields, also of those of its base class', () => {
  const model = entityModel(Item) as EntityModel;
  expect(model.columns).toEqual([
    { field: 'id', column: 'id', type: undefined, role: 'id' },
    { field: 'itemName', column: 'item_name', type: undefined, role: 'plain' },
    { field: 'extra', column: 'extra_json', type: 'json', role: 'plain' },
    { field: 'version', column: 'version', type: 'number', role: 'version' },
    { field: 'deleted', column: 'deleted', type: 'boolean', role: 'logicalDelete' },
  ]);
  expect([model.table, model.id.field, model.version?.field, model.logicalDelete?.field]).toEqual([
    'shop_item',
    'id',
    'version',
    'deleted',
  ]);
});

class Nothing {
  @TableField() title!: string;
}

@TableName('shop_twice')
class Twice {
  @TableId() id!: number;
  @Version() version!: number;
  @Version() other!: number;
}

it.each([
  [Nothing, ['Entity Nothing has no @TableName.', 'Entity Nothing has no @TableId.']],
  [Twice, ['Entity Twice has 2 fields with the role version.']],
])('an entity that cannot be mapped says why: %s', (entity, messages) => {
  expect(entityModel(entity)).toMatchObject(
    messages.map((message) => ({ code: 'PLUGIN_ENTITY_INVALID', message })),
  );
});
