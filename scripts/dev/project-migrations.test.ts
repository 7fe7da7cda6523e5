import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ApiFailure, HostUnreachable, type ApiClient } from '@platform/cli';
import { ProjectMigrations } from './project-migrations.ts';

let folder: string;
let said: string[];
let sent: unknown[];
let answer: () => unknown;
let migrations: ProjectMigrations;
const SCRIPT = { name: '01-a.sql', text: 'select 1;' };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'project-migrations-'));
  writeFileSync(join(folder, SCRIPT.name), SCRIPT.text);
  writeFileSync(join(folder, 'notes.txt'), 'no script');
  said = [];
  sent = [];
  answer = () => ({ scripts: [SCRIPT.name] });
  const put = async (path: string, body: unknown): Promise<unknown> => {
    sent.push([path, body]);
    return answer();
  };
  migrations = new ProjectMigrations({
    code: 'notes',
    api: { put: put as ApiClient['put'] },
    line: (text) => void said.push(stripVTControlCharacters(text)),
    folder,
  });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('design 5.4: has the scripts run that have not, and says which', async () => {
  await migrations.run();
  expect(sent).toEqual([['/platform/development/migrations/notes', { mode: 'run', scripts: [SCRIPT] }]]);
  expect(said).toEqual(['✔ ran 01-a.sql']);
  answer = () => ({ scripts: [] });
  await migrations.run();
  expect(said).toHaveLength(1);
});

it('design 5.4: says what a saved script means, and runs nothing by itself', async () => {
  answer = () => ({ scripts: ['02-b.sql'] });
  const end = migrations.follow();
  writeFileSync(join(folder, '02-b.sql'), 'select 2;');
  await expect.poll(() => said).toEqual(['! 02-b.sql has not run: type migrate here, and Enter']);
  end();
  expect(sent).toEqual([[expect.anything(), expect.objectContaining({ mode: 'look' })]]);
});

it('design 5.4: says what to do where a script was changed that has run, and begins anew on demand', async () => {
  answer = () => {
    const details = [{ file: '01-a.sql' }];
    throw new ApiFailure('/x', { code: 409, error: 'MIGRATION_CHANGED', msg: 'Changed.', details });
  };
  await migrations.run();
  expect(said[0]).toMatch(/^✗ 01-a\.sql: has run already[\s\S]*new script[\s\S]*type reset notes here/);
  answer = () => ({ scripts: [SCRIPT.name] });
  await migrations.reset();
  expect(sent[1]).toEqual([expect.anything(), { mode: 'reset', scripts: [SCRIPT] }]);
  expect(said.slice(1)).toEqual(['✔ what notes kept is gone', '✔ ran 01-a.sql']);
});

it.each([
  [
    new ApiFailure('/x', { code: 500, error: 'SQL_STATEMENT_FAILED', msg: 'No.', fix: 'Mend it.' }),
    '✗ No. Mend it.',
  ],
  [new HostUnreachable('http://x does not answer.'), '✗ migrations: http://x does not answer.'],
])('tells any other failure in one line: %s', async (error, line) => {
  answer = () => {
    throw error;
  };
  await migrations.run();
  expect(said).toEqual([line]);
});

it('has nothing to follow where there are no scripts', async () => {
  const api = { put: (async () => ({ scripts: [] })) as unknown as ApiClient['put'] };
  const none = new ProjectMigrations({ code: 'x', api, line: () => {}, folder: join(folder, 'none') });
  expect(() => none.follow()()).not.toThrow();
  await none.run();
});
