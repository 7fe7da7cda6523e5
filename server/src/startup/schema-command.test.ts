import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { holdDataDirectory, hostMigrations, openDatabase } from '../data/index.ts';
import { describeDatabases } from '../data/testing/databases.ts';
import { loadConfig, silentLogger, systemClock } from '../kernel/index.ts';
import { runSchemaCommand, schemaCommandOf, type SchemaCommand } from './schema-command.ts';

const latest = hostMigrations.at(-1)?.name ?? '';

await describeDatabases(
  'design 11.1: migrating without serving',
  ['sqlite', 'postgres'],
  ({ name, args, config: place }) => {
    const data = mkdtempSync(join(tmpdir(), 'schema-command-'));
    afterAll(() => rmSync(data, { recursive: true, force: true }));
    const { config } = loadConfig({
      directories: [],
      env: {},
      args: [`--platform.data-dir=${data}`, ...args],
    });
    const run = async (command: SchemaCommand, awaitMs?: number): Promise<string[]> => {
      const lines: string[] = [];
      await runSchemaCommand(command, config, {
        say: (line) => lines.push(line),
        ...(awaitMs === undefined ? {} : { awaitMs }),
      });
      return lines;
    };
    const executed = async (): Promise<string[]> => {
      const database = await openDatabase(place, { logger: silentLogger, clock: systemClock, waitMs: 0 });
      try {
        const { rows } = await database.raw<{ name: string }>('select name from sys_migration order by name');
        return rows.map((row) => row.name);
      } finally {
        await database.close();
      }
    };

    it('is not what a waiting host does by itself, and the wait ends', async () => {
      await expect(run('--await-migrations', 0)).rejects.toMatchObject({
        code: 'SCHEMA_NOT_MIGRATED',
        message: expect.stringContaining(`lacks ${hostMigrations.length} migrations`) as string,
      });
      await expect(executed()).rejects.toThrow(/sys_migration/);
    });

    it('lets a host go on that waits', async () => {
      const waiting = run('--await-migrations');
      const ran = await run('--migrate-only');
      expect(ran).toEqual([
        ...hostMigrations.map((migration) => `migrated: ${migration.name}`),
        `schema: ${latest}, ${hostMigrations.length} migrations ran`,
      ]);
      expect((await waiting).at(-1)).toBe(`schema: ${latest}`);
      expect(await executed()).toEqual(hostMigrations.map((migration) => migration.name).toSorted());
    });

    it('may run again, by several at once', async () => {
      const runs = await Promise.all([run('--await-migrations'), run('--migrate-only')]);
      expect(runs).toEqual([[`schema: ${latest}`], [`schema: ${latest}, 0 migrations ran`]]);
    });

    it.runIf(name === 'sqlite')('is refused beside a host with an embedded database', async () => {
      const held = await holdDataDirectory(data);
      try {
        await expect(run('--migrate-only')).rejects.toMatchObject({ code: 'DATA_DIRECTORY_IN_USE' });
      } finally {
        held.release();
      }
    });
  },
);

it('commands are arguments of their own', () => {
  expect(schemaCommandOf(['--server.port=1', '--migrate-only'])).toBe('--migrate-only');
  expect(schemaCommandOf(['--await-migrations'])).toBe('--await-migrations');
  expect(schemaCommandOf(['--migrate'])).toBeUndefined();
});
