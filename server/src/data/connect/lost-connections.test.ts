import { isLongRun } from '@platform/package-format/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { cutterOf, type Cutter } from '../testing/cut-connections.ts';
import { describeDatabases } from '../testing/databases.ts';
import { openTestDatabase } from '../testing/open.ts';
import type { SqlDatabase } from '../sql-database.ts';

const ROUNDS = isLongRun ? 50 : 10;
const away = { code: 'DATABASE_UNREACHABLE', status: 503, fix: expect.any(String) as string };

await describeDatabases(
  'findings: security 2: connections that are ended from outside',
  ({ name, config }) => {
    if (config.type === 'sqlite') return it.skip('does not occur with an embedded database', () => undefined);
    let database: SqlDatabase;
    let cutter: Cutter;
    const uncaught: unknown[] = [];
    const note = (error: unknown): void => void uncaught.push(error);
    const mark = name === 'postgres' ? '$1' : '?';
    const slowly = name === 'postgres' ? 'select pg_sleep(0.01)' : 'select sleep(0.01)';
    const write = (id: number) => database.raw(`insert into pair (id, half) values (${mark}, 0)`, [id]);
    const pairs = async () =>
      (await database.raw<{ id: number }>('select id from pair order by id')).rows.map(({ id }) => id);

    beforeAll(async () => {
      cutter = await cutterOf(config);
      process.on('uncaughtException', note);
    });
    afterAll(async () => {
      process.off('uncaughtException', note);
      await cutter.close();
    });
    beforeEach(async () => {
      database = await openTestDatabase(config);
      await database.executeScript('create table pair (id integer not null, half integer not null)');
    });
    afterEach(async () => {
      await database.executeScript('drop table pair');
      await database.close();
    });

    it(`${ROUNDS} times during statements and transactions: nothing is thrown where nobody listens, and nothing is half`, async () => {
      const failures: unknown[] = [];
      const committed: number[] = [];
      let over = false;
      let next = 0;
      const work = async (): Promise<void> => {
        while (!over) {
          const id = (next += 1);
          try {
            await database.transaction(async () => {
              await write(id);
              await database.raw(slowly);
              // Nothing is asked of the connection while it is cut.
              await sleep(id % 5);
              await write(id);
            });
            committed.push(id);
            await database.raw(slowly);
          } catch (error) {
            failures.push(error);
          }
        }
      };
      const working = Array.from({ length: 8 }, work);
      // A cut between two statements fails none.
      for (let round = 0; round < ROUNDS || failures.length <= ROUNDS / 2; round += 1) {
        await sleep(20 + (round % 7) * 3);
        await cutter.cut();
      }
      over = true;
      await Promise.all(working);

      expect(uncaught).toEqual([]);
      expect(failures.length).toBeGreaterThan(ROUNDS / 2);
      for (const failure of failures) expect(failure).toMatchObject(away);
      const counts = Object.groupBy(await pairs(), String);
      expect(Object.values(counts).filter((rows) => rows?.length !== 2)).toEqual([]);
      expect(committed.filter((id) => counts[id] === undefined)).toEqual([]);
    });

    it('refuses further work in a transaction whose connection was lost', async () => {
      const reached = database.transaction(async () => {
        await write(1);
        await cutter.cut();
        await sleep(20);
        await write(2).catch(() => undefined);
        await write(3).catch(() => undefined);
      });
      await expect(reached).rejects.toMatchObject(away);
      expect(await pairs()).toEqual([]);
    });

    it('replaces idle connections before they are used', async () => {
      for (let round = 0; round < 5; round += 1) {
        await Promise.all([1, 2, 3].map(() => database.raw(slowly)));
        await cutter.cut();
        await expect.poll(() => cutter.cut()).toBe(0);
        await sleep(50);
        await database.ping();
      }
      expect(uncaught).toEqual([]);
    });

    it('fails requests that wait for a connection when the server is down', async () => {
      const gone = openTestDatabase({ ...config, port: 1 });
      await expect(gone).rejects.toMatchObject({ code: 'DATABASE_UNREACHABLE' });
    });
  },
);
