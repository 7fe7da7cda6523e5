import { mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLogger } from '../kernel/index.ts';
import { PluginWorkshop } from '../plugin-runtime/testing/plugin-project.ts';
import { startSandbox } from './index.ts';

let workshop: PluginWorkshop;
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
beforeAll(async () => {
  workshop = await PluginWorkshop.open();
  const built = await workshop.jar('notes', '1.0.0', {
    'c.ts': `
import { Database } from '@platform/plugin-sdk/orm';
import { AuthIgnore } from '@platform/plugin-sdk/auth';
import { Controller, Get } from '@platform/plugin-sdk/web';
@Controller('/notes', { inject: [Database] }) export class Notes {
  constructor(private readonly database: Database) {}
  @Get('/list') list() { return this.database.query<{ notes_item: { title: string } }>().selectFrom('notes_item').select('title').execute(); }
}
@Controller('/open/notes') @AuthIgnore() export class Open { @Get('/greet') greet() { return 'hello'; } }`,
  });
  const project = join(workshop.directory, 'platform-notes');
  await mkdir(join(project, 'target'), { recursive: true });
  await mkdir(join(project, 'migrations'));
  const jar = join(project, 'target', basename(built));
  await rename(built, jar);
  await writeFile(
    join(project, 'migrations', '01-create-notes-tables.sql'),
    "CREATE TABLE IF NOT EXISTS notes_item (id BIGINT PRIMARY KEY, title VARCHAR(20));\nINSERT INTO notes_item VALUES (1, 'first');",
  );
  await writeFile(
    join(project, 'migrations', '01-create-notes-tables.mysql.sql'),
    'CREATE TABLE notes_item (id BIGINT) ENGINE = InnoDB;',
  );
  const broken = await workshop.jar('broken', '1.0.0', {
    'c.ts': `throw new Error('not today'); export class C {}`,
  });
  sandbox = await startSandbox({ jars: [jar, broken], port: 0, logger: silentLogger });
});
afterAll(async () => {
  await sandbox.stop();
  await workshop.close();
});

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(sandbox.url + path, { headers });
  return { status: response.status, body: (await response.json()) as { data: unknown } };
};

it('prints the loaded applications and the number of their routes (Build and run 4)', async () => {
  expect((await get('/sandbox')).body.data).toMatchObject({
    loaded: false,
    routes: 2,
    applications: [
      { appCode: 'notes', loaded: true, version: '1.0.0', routes: 2 },
      {
        appCode: 'broken',
        loaded: false,
        routes: 0,
        message: expect.stringContaining('not today') as string,
      },
    ],
  });
});

it('spec: Verification order, open without token, admin with and without token', async () => {
  expect(await get('/open/notes/greet')).toMatchObject({ status: 200, body: { data: 'hello' } });
  expect(await get('/notes/list')).toMatchObject({ status: 401 });
  expect(await get('/notes/list', { authorization: `Bearer ${sandbox.token}` })).toMatchObject({
    status: 200,
    body: { data: [{ title: 'first' }] },
  });
});
