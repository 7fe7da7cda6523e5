import { afterEach, beforeEach, expect, it } from 'vitest';
import { readPluginProject, readSources } from '../compile/plugin-project.ts';
import { createFixture, type Fixture } from '../testing/fixture.ts';
import { missingColumns, readEntities } from './check-entities.ts';
import { openSqlite } from './scratch/sqlite.ts';

let fixture: Fixture;
beforeEach(async () => {
  fixture = await createFixture();
});
afterEach(() => fixture.dispose());

const DECORATORS = `const TableName = (_name: string) => (_value: unknown, _context: unknown) => {};
const TableField = (_options?: unknown) => (_value: unknown, _context: unknown) => {};
const TableId = TableField, Version = TableField, TableLogic = TableField;
`;

async function findings(entity: string, script: string): Promise<string[]> {
  await fixture.write('plugins/platform-site-visit/src/domain/trip.ts', DECORATORS + entity);
  const database = openSqlite()!;
  await database.run(script);
  const sources = await readSources(await readPluginProject(fixture.plugin));
  const entities = readEntities(sources).filter(({ source }) => source.endsWith('trip.ts'));
  const found = await missingColumns(database, entities);
  await database.close();
  return found.map(({ severity, code, message }) => `${severity} ${code} ${message}`);
}

const TRIP = `
@TableName('site_visit_trip')
export class Trip {
  @TableId() id!: number;
  @TableField('trip_state') state!: string;
  @TableField({ type: 'decimal' }) kmDriven!: string;
  @TableField({ column: 'from_place' }) from!: string;
  @Version() version!: number;
  @TableLogic() deleted!: boolean;
  @TableField(unknownName) other!: string;
  plain = 1;
}
declare const unknownName: string;
`;
const TABLE =
  'create table site_visit_trip (id bigint, Trip_State text, km_driven text, from_place text, version int, deleted int)';

it('finds columns of entities that the migrated table does not have, with their line', async () => {
  expect(await findings(TRIP, TABLE)).toEqual([]);
  expect(await findings(TRIP, TABLE.replace('Trip_State', 'state').replace('km_driven', 'km'))).toEqual([
    'error ENTITY_COLUMN_MISSING src/domain/trip.ts:8: Trip has the column trip_state, but the migrations give site_visit_trip none of that name.',
    'error ENTITY_COLUMN_MISSING src/domain/trip.ts:9: Trip has the column km_driven, but the migrations give site_visit_trip none of that name.',
  ]);
});

it('leaves tables to others that no migration makes, and those of the host', async () => {
  expect(await findings(TRIP, 'create table site_visit_other (id bigint)')).toEqual([]);
  const user = TRIP.replace('site_visit_trip', 'sys_user');
  expect(await findings(user, 'create table sys_user (id bigint)')).toEqual([]);
});
