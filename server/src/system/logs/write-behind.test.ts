import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, it } from 'vitest';
import { silentLogger } from '../../kernel/index.ts';
import { WriteBehind } from './write-behind.ts';

it('writes in order, in batches; flush waits for all entries', async () => {
  const batches: number[][] = [];
  const log = new WriteBehind<number>(async (entries) => void batches.push([...entries]), silentLogger);
  for (let i = 0; i < 450; i += 1) log.add(i);
  await log.flush();
  expect(batches.map((batch) => batch.length)).toEqual([200, 200, 50]);
  expect(batches.flat()).toEqual(Array.from({ length: 450 }, (_, index) => index));
  log.add(450);
  await log.flush();
  expect(batches.at(-1)).toEqual([450]);
});

it('continues after a failure and reports the lost entries', async () => {
  const errors: unknown[] = [];
  const logger = { ...silentLogger, error: (_message: string, fields: unknown) => void errors.push(fields) };
  const written: number[] = [];
  const log = new WriteBehind<number>(async (entries) => {
    if (entries.includes(1)) throw new Error('disk full');
    written.push(...entries);
  }, logger);
  log.add(1);
  await log.flush();
  log.add(2);
  await log.flush();
  expect(errors).toMatchObject([{ entries: 1 }]);
  expect(written).toEqual([2]);
});

it("writes outside the request's context, without its transaction", async () => {
  const context = new AsyncLocalStorage<string>();
  const seen: unknown[] = [];
  const log = new WriteBehind<number>(async () => void seen.push(context.getStore()), silentLogger);
  context.run('a transaction', () => log.add(1));
  await log.flush();
  expect(seen).toEqual([undefined]);
});
