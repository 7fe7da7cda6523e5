import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PackagerError } from '../errors.ts';
import { ProjectMigrations } from './project-migrations.ts';

let projectDir: string;
let lines: string[];
let sent: unknown[];
let respond: () => string[];
let migrations: ProjectMigrations;
let served: number;
const SCRIPT = { name: '01-a.sql', text: 'select 1;' };

beforeEach(() => {
  projectDir = mkdtempSync(join(tmpdir(), 'project-migrations-'));
  mkdirSync(join(projectDir, 'migrations'));
  writeFileSync(join(projectDir, 'migrations', SCRIPT.name), SCRIPT.text);
  writeFileSync(join(projectDir, 'migrations/notes.txt'), 'no script');
  lines = [];
  sent = [];
  respond = () => [SCRIPT.name];
  served = 0;
  migrations = create(projectDir);
});
afterEach(() => rmSync(projectDir, { recursive: true, force: true }));

function create(folder: string): ProjectMigrations {
  return new ProjectMigrations({
    code: 'notes',
    projectDir: folder,
    onRun: () => void (served += 1),
    line: (text) => void lines.push(stripVTControlCharacters(text)),
    target: {
      putMigrations: async (code, mode, scripts) => {
        sent.push([code, mode, scripts]);
        return respond();
      },
    },
  });
}

it('design 5.4: runs pending scripts and names them', async () => {
  await migrations.run();
  expect(sent).toEqual([['notes', 'run', [SCRIPT]]]);
  expect(lines).toEqual(['✔ ran 01-a.sql']);
  respond = () => [];
  await migrations.run();
  expect(lines).toHaveLength(1);
  // A build that lacked their tables is tried again, once.
  expect(served).toBe(1);
});

it('design 5.4: names pending scripts without running them', async () => {
  respond = () => ['01-a.sql', '02-b.sql'];
  await migrations.look();
  respond = () => [];
  await migrations.look();
  expect(lines).toEqual(['! 01-a.sql, 02-b.sql not run yet: type migrate and press Enter']);
  expect(sent.map((call) => (call as unknown[])[1])).toEqual(['look', 'look']);
});

it('design 5.4: explains a changed script that has run, and resets on demand', async () => {
  respond = () => {
    throw new PackagerError({
      code: 'MIGRATION_CHANGED',
      message: 'Changed.',
      details: [{ file: '01-a.sql' }, { file: '02-b.sql' }],
    });
  };
  await migrations.run();
  expect(lines[0]).toBe(
    [
      '✗ 01-a.sql, 02-b.sql: the script has already run with other content.',
      'Restore the file and put the change into a new script,',
      'or start with empty tables: type reset notes and press Enter.',
    ].join('\n'),
  );
  respond = () => [SCRIPT.name];
  await migrations.reset();
  expect(sent[1]).toEqual(['notes', 'reset', [SCRIPT]]);
  expect(lines.slice(1)).toEqual(['✔ removed the data of notes', '✔ ran 01-a.sql']);
});

it.each([
  [
    new PackagerError({ code: 'SQL_STATEMENT_FAILED', message: 'No.', fix: 'Correct it.' }),
    '✗ migrations: No. Correct it.',
  ],
  [new Error('Broken pipe.'), '✗ migrations: Broken pipe.'],
])('reports any other failure in one line: %s', async (error, line) => {
  respond = () => {
    throw error;
  };
  await migrations.run();
  expect(lines).toEqual([line]);
});

it('sends no scripts for a project without migrations', async () => {
  respond = () => [];
  await create(join(projectDir, 'none')).run();
  expect(sent).toEqual([['notes', 'run', []]]);
});
