import { describe, expect, it } from 'vitest';
import { MarketHost, ok } from '../testing/market-host.ts';
import { demoScripts, marketSuite } from '../testing/market-suite.ts';

const URL = '/platform/development/migrations/demo';
const COLUMN = 'alter table demo_item add column remark varchar(50) null;';
const listed = (scripts: Readonly<Record<string, string>>) =>
  Object.entries(scripts).map(([name, text]) => ({ name, text }));

describe('scripts of a project under development', () => {
  const suite = marketSuite(['--platform.development=true']);
  const install = async () => {
    await suite.host.publish(await suite.workshop.build({ migrations: demoScripts }));
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
  };
  const put = (mode: string, scripts: Readonly<Record<string, string>>) =>
    suite.host.call('PUT', URL, { mode, scripts: listed(scripts) });
  const rows = async () => (await suite.host.database.raw('select * from demo_item', [])).rows;

  it('design 5.4: run once each, without another version', async () => {
    await install();
    const written = { ...demoScripts, '03-remark.sql': COLUMN };
    expect(ok(await put('look', written))).toEqual({ scripts: ['03-remark.sql'] });
    expect(await rows()).toEqual([expect.not.objectContaining({ remark: null })]);
    expect(ok(await put('run', written))).toEqual({ scripts: ['03-remark.sql'] });
    expect(await rows()).toMatchObject([{ id: 1, title: 'one', remark: null }]);
    expect(ok(await put('run', written))).toEqual({ scripts: [] });
  });

  it('are refused for an application that is not installed', async () => {
    expect(await put('run', demoScripts)).toMatchObject({
      status: 404,
      error: 'INSTALL_NOT_FOUND',
      fix: expect.stringContaining('--install') as string,
    });
    expect(ok(await put('run', {}))).toEqual({ scripts: [] });
  });

  it('design 5.4: are refused after a change of an executed one, until the data is reset', async () => {
    await install();
    const name = '01-create-demo-tables.sql';
    const changed = {
      ...demoScripts,
      [name]: demoScripts[name]!.replace('title ', 'note varchar(9), title '),
    };
    for (const mode of ['look', 'run'])
      expect(await put(mode, changed)).toMatchObject({ status: 409, error: 'MIGRATION_CHANGED' });
    await suite.host.database.raw("update demo_item set title = 'kept'", []);
    expect(await rows()).toMatchObject([{ title: 'kept' }]);
    expect(ok(await put('reset', changed))).toEqual({ scripts: Object.keys(changed) });
    expect(await rows()).toMatchObject([{ title: 'one', note: null }]);
  });

  it('design 5.4: are covered by a full removal', async () => {
    await install();
    const table = 'create table if not exists demo_note (id bigint primary key);';
    ok(await put('run', { ...demoScripts, '03-notes.sql': table }));
    expect(await suite.host.database.hasTable('demo_note')).toBe(true);
    const id = await suite.installId();
    ok(await suite.host.call('POST', `/app/install/${id}/disable`));
    ok(await suite.host.call('DELETE', `/app/install/${id}?dropData=true&confirm=demo`));
    expect(await suite.host.database.hasTable('demo_note')).toBe(false);
  });

  it('may not change tables of another application, be outside its folder, or reach a host without platform.development', async () => {
    await install();
    await suite.host.publish(await suite.workshop.build({ code: 'demo-two' }));
    for (const foreign of [
      'create table if not exists demo_two_item (id bigint primary key);',
      'drop table if exists demo_two_item;',
      'alter table demo_two_item add column taken int;',
      'update demo_two_item set title = null;',
    ]) {
      expect(await put('reset', { '01-a.sql': foreign })).toMatchObject({
        status: 409,
        error: 'MIGRATION_FOREIGN_TABLE',
        msg: expect.stringContaining('demo_two_item (demo-two)') as string,
      });
    }
    expect(await rows()).toHaveLength(1);
    expect(await put('run', { '../01-a.sql': COLUMN })).toMatchObject({ status: 400 });
    const production = await MarketHost.start();
    try {
      expect((await production.call('PUT', URL, { mode: 'run', scripts: [] })).status).toBe(404);
    } finally {
      await production.close();
    }
  });
});
