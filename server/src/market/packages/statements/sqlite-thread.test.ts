import { afterEach, expect, it, vi } from 'vitest';
import { SqliteThread } from './sqlite-thread.ts';

const FOREVER = 60_000;

let thread: SqliteThread;
const open = (limitMs: number): SqliteThread => (thread = new SqliteThread(limitMs));
afterEach(async () => {
  vi.useRealTimers();
  await thread.close();
});

it('defines, prepares and queries', async () => {
  open(FOREVER);
  await thread.ask('define', { sql: 'create table a (id int)' });
  await thread.ask('define', { sql: 'insert into a values (7)' });
  expect(await thread.ask('prepare', { sql: 'insert into a values (8)' })).toBeUndefined();
  expect(await thread.ask('query', { sql: 'select id from a' })).toEqual([{ id: 7 }]);
  expect(thread.hasEnded).toBe(false);
});

it('adds a column only if it is missing', async () => {
  open(FOREVER);
  await thread.ask('define', { sql: 'create table a (id int)' });
  for (const column of ['b', 'B']) {
    await thread.ask('define', { table: 'a', column, sql: 'alter table a add column b int' });
  }
  expect(await thread.ask('query', { sql: 'select b from a' })).toEqual([]);
});

it('answers each question with its own error and code, and goes on', async () => {
  open(FOREVER);
  const [wrong, right] = await Promise.allSettled([
    thread.ask('prepare', { sql: 'select gone' }),
    thread.ask('query', { sql: 'select 1 as x' }),
  ]);
  expect(wrong).toMatchObject({ reason: { message: 'no such column: gone', errcode: 1 } });
  expect(right).toMatchObject({ value: [{ x: 1 }] });
});

it('ends at its time limit: what it was asked fails, and so does what follows', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  open(50);
  const asked = Promise.allSettled(['a', 'b'].map(() => thread.ask('query', { sql: 'select 1' })));
  vi.advanceTimersByTime(49);
  expect(thread.hasEnded).toBe(false);
  vi.advanceTimersByTime(1);
  expect(thread.hasEnded).toBe(true);
  for (const outcome of await asked) {
    expect(outcome).toMatchObject({ reason: { message: 'the time limit was exceeded' } });
  }
  await expect(thread.ask('query', { sql: 'select 1' })).rejects.toThrow('The SQLite thread has ended.');
});

it('leaves no question open when it is closed', async () => {
  open(FOREVER);
  const asked = thread.ask('query', { sql: 'select 1' }).then(
    () => 'answered',
    ({ message }: Error) => message,
  );
  await thread.close();
  expect(thread.hasEnded).toBe(true);
  expect(['answered', 'the thread has ended']).toContain(await asked);
});

it('leaves no time limit behind', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  await open(FOREVER).close();
  await expect.poll(timers).toBe(before);
});
