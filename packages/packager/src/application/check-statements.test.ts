import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeZip } from '@platform/package-format';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFixture, type Fixture } from '../testing/fixture.ts';
import { openScratchDatabases } from './scratch/open-scratch.ts';
import { tryOnDatabases } from './try-on-databases.ts';

const TABLE =
  'CREATE TABLE IF NOT EXISTS site_visit_item (id BIGINT PRIMARY KEY, tenant_id VARCHAR(20), title VARCHAR(20));';
let fixture: Fixture;
beforeEach(async () => {
  fixture = await createFixture();
});
afterEach(() => fixture.dispose());

async function findings(
  content: string,
  more: object = {},
  servers?: object,
  tables = '',
): Promise<string[]> {
  const [jar, file] = [join(fixture.root, 'a.jar'), join(fixture.root, 'a.zip')];
  const xml = `<mapper namespace="cn.platform.site_visit.mapper.VisitMapper">\n${content}\n</mapper>`;
  await writeZip(jar, [{ name: 'mapper/site-visit/Visit.xml', content: Buffer.from(xml) }]);
  const manifest = { code: 'site-visit', name: 'Visits', version: '1.0.0', assets: {}, menus: [], ...more };
  await writeZip(file, [
    { name: 'app.json', content: Buffer.from(JSON.stringify(manifest)) },
    { name: 'backend/a.jar', content: { file: jar } },
    { name: 'migrations/01-tables.sql', content: Buffer.from(TABLE + tables) },
  ]);
  const trial = await tryOnDatabases(file, servers, join(fixture.root, 'plugins'));
  await rm(jar);
  return trial.findings.map(({ severity, code, entry, pointer, message }) =>
    [severity, code, entry, pointer, message].join(' | '),
  );
}

it("findings: applications 7: names file, line, statement and the database's error", async () => {
  expect(await findings('<select id="all">\nselect id, titel\nfrom site_visit_item</select>')).toEqual([
    'error | MAPPER_STATEMENT_INVALID | mapper/site-visit/Visit.xml | line 3 | mapper/site-visit/Visit.xml: ' +
      'Statement all (line 3): no such column: titel (SQLite)',
  ]);
  expect(await findings('<select id="all">select id, title from site_visit_item</select>')).toEqual([]);
});

it('design 16-4: warns of decimals that SQLite stores inexactly', async () => {
  const tables =
    'create table if not exists site_visit_bill (a decimal(15, 2), b decimal(18, 2), c numeric(20));';
  const found = await findings(
    '<select id="all">select a from site_visit_bill</select>',
    {},
    undefined,
    tables,
  );
  expect(found).toEqual([
    expect.stringMatching(/^warning \| MIGRATION_DECIMAL_DIGITS .*site_visit_bill\.b is decimal\(18, 2\)/i),
    expect.stringMatching(/^warning \| MIGRATION_DECIMAL_DIGITS .*site_visit_bill\.c/),
  ]);
});

it('findings: runtime 3: refuses statements that the tenant filter cannot follow', async () => {
  expect(await findings('<select id="all">select id from site_visit_item not indexed</select>')).toEqual([
    expect.stringMatching(/^error \| TENANT_QUERY_REFUSED .* Statement all \(line 2\)/),
  ]);
});

it('creates the tables of its dependencies first and warns of missing dependencies', async () => {
  const join =
    '<select id="all">select v.id, l.days from site_visit_item v join leave_day l on l.id = v.id</select>';
  expect(await findings(join)).toEqual([
    expect.stringMatching(/^warning \| MAPPER_TABLE_ABSENT .*leave_day/),
  ]);
  await fixture.write(
    'plugins/platform-leave/migrations/01-a.sql',
    'create table leave_day (id bigint, tenant_id varchar(20), day_count bigint)',
  );
  const more = { dependencies: { leave: '^1.0.0' } };
  expect(await findings(join, more)).toEqual([expect.stringMatching(/^error .*no such column: l\.days/)]);
  expect(await findings(join.replace('l.days', 'l.day_count'), more)).toEqual([]);
});

const nearby = await openScratchDatabases({});
const titles = nearby.map(({ title }) => title);
await Promise.all(nearby.map((database) => database.close()));

it.runIf(titles.length > 1)(
  'refuses a statement that every database rejects, and warns if only one does',
  async () => {
    const wrong = await findings('<select id="all">select titel from site_visit_item</select>', {}, {});
    expect(wrong).toHaveLength(titles.length);
    for (const finding of wrong) expect(finding).toMatch(/^error .*titel/);
    const own = await findings(
      `<select id="all">select strftime('%Y', title) from site_visit_item</select>`,
      {},
      {},
    );
    expect(own).toHaveLength(titles.length - 1);
    for (const finding of own) expect(finding).toMatch(/^warning .*strftime/i);
    expect(
      await findings(
        '<select id="a">select id from site_visit_item where title = #{t} limit #{n}</select>',
        {},
        {},
      ),
    ).toEqual([]);
  },
);
