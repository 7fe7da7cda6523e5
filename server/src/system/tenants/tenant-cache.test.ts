import { expect, it, vi } from 'vitest';
import type { Database } from '../../data/index.ts';
import { TenantCache } from './tenant-cache.ts';

/** Tenants of which the test decides how long they take to be read. */
function setup() {
  let now = 0;
  let tookMs = 0;
  const rows = [
    { tenant_code: 'a', expire_time: null },
    { tenant_code: 'b', expire_time: new Date(5_000).toISOString() },
  ];
  const read = vi.fn(async () => {
    now += tookMs;
    return rows;
  });
  const query = { selectFrom: () => query, where: () => query, select: () => query, execute: read };
  const commits: Array<() => void> = [];
  const database = { query, afterCommit: (work: () => void) => commits.push(work) };
  const tellOthers = vi.fn();
  const cache = new TenantCache(database as unknown as Database, { now: () => now }, tellOthers);
  return {
    ...{ cache, read, rows, tellOthers },
    pass: (ms: number) => (now += ms),
    take: (ms: number) => (tookMs = ms),
    commit: () => commits.splice(0).forEach((work) => work()),
  };
}

it('answers at once while it is fresh, and reads once for all who ask', async () => {
  const { cache, read, pass } = setup();
  expect(await Promise.all(['a', 'b', 'c'].map(async (tenant) => cache.exists(tenant)))).toEqual([
    true,
    true,
    false,
  ]);
  pass(5_000);
  expect(['a', 'b'].map((tenant) => cache.exists(tenant))).toEqual([true, false]);
  pass(5_000);
  expect(await cache.exists('a')).toBe(true);
  expect(read).toHaveBeenCalledTimes(2);
});

it('is as old as the beginning of its reading', async () => {
  const { cache, read, pass, take } = setup();
  take(9_000);
  await cache.exists('a');
  pass(1_000);
  await cache.exists('a');
  expect(read).toHaveBeenCalledTimes(2);
});

it('keeps the former tenants until a change of them is committed', async () => {
  const { cache, rows, commit, tellOthers } = setup();
  await cache.exists('a');
  rows.shift();
  cache.forget();
  expect(cache.exists('a')).toBe(true);
  commit();
  expect(await cache.exists('a')).toBe(false);
  expect(tellOthers).toHaveBeenCalledTimes(1);
});
