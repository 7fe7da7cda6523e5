import { describe, expect, it } from 'vitest';
import { migrationsFor, pendingMigrations } from './migration-plan.ts';

const files = ['02-b.sql', '01-a.sql', '10-c.sql', '01-a.mysql.sql', '03-d.postgres.sql', 'README.md'].map(
  (name) => ({
    name,
    text: `-- ${name}`,
  }),
);

describe('spec: L1', () => {
  it('runs scripts in file name order', () => {
    expect(migrationsFor(files, 'sqlite').map((migration) => migration.file)).toEqual([
      '01-a.sql',
      '02-b.sql',
      '10-c.sql',
    ]);
  });

  it('prefers the script of the dialect and keeps its plain name in the history', () => {
    const mysql = migrationsFor(files, 'mysql');
    expect(mysql[0]).toMatchObject({ script: '01-a.sql', file: '01-a.mysql.sql' });
    expect(migrationsFor(files, 'postgres').at(-2)).toMatchObject({
      script: '03-d.sql',
      file: '03-d.postgres.sql',
    });
  });

  it('omits executed scripts', () => {
    const migrations = migrationsFor(files, 'sqlite');
    const executed = new Map(migrations.slice(0, 2).map(({ script, checksum }) => [script, checksum]));
    expect(pendingMigrations(migrations, executed).map(({ script }) => script)).toEqual(['10-c.sql']);
  });
});

describe('spec: Errors/migration script whose content changed after execution', () => {
  it('refuses the version and names each script', () => {
    const migrations = migrationsFor(files, 'sqlite');
    const executed = new Map([
      ['01-a.sql', 'other'],
      ['10-c.sql', 'other'],
    ]);
    expect(() => pendingMigrations(migrations, executed)).toThrow(/01-a\.sql, 10-c\.sql/);
  });
});
