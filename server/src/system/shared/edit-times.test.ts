import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../data/index.ts';
import { openHostDatabase } from '../../data/testing/open.ts';
import { requestContext } from '../../kernel/index.ts';
import { Edits } from './edits.ts';

const SEEN = '2026-03-01T10:00:00.000Z';
const seen = Date.parse(SEEN);

let database: Database;
beforeAll(async () => (database = await openHostDatabase({ type: 'sqlite', file: ':memory:' })));
afterAll(() => database.close());

const inTenant = <T>(work: () => T): T => requestContext.runAs('a', work);
let postId = 0;

/** Runs an edit of a post that was last changed at {@link SEEN}. @returns its time afterwards */
const timeAfter = (now: number, given: string | undefined, change?: () => Promise<unknown>) =>
  inTenant(async () => {
    const post_id = (postId += 1);
    const post = { post_id, post_code: `p${post_id}`, post_name: 'x', update_time: SEEN };
    await database.query.insertInto('sys_post').values(post).execute();
    const named = () =>
      database.query
        .updateTable('sys_post')
        .set({ post_name: 'y', update_time: '2030-01-01T00:00:00.000Z' })
        .where('post_id', '=', post_id)
        .execute();
    const edit = { id: post_id, seen: given, shown: async () => ({}) };
    await new Edits(database, { now: () => now }).run(
      'sys_post',
      edit,
      async () => void (await (change ?? named)()),
    );
    const read = database.query.selectFrom('sys_post').where('post_id', '=', post_id);
    return (await read.select('update_time').executeTakeFirstOrThrow()).update_time;
  });

it('design 12.1-3: a record has a later time after each edit, also where the clock went back', async () => {
  expect(await timeAfter(seen + 5_000, SEEN)).toBe('2026-03-01T10:00:05.000Z');
  expect(await timeAfter(seen - 5_000, SEEN)).toBe('2026-03-01T10:00:00.001Z');
  expect(await timeAfter(seen, SEEN)).toBe('2026-03-01T10:00:00.001Z');
});

it('counts as changed where only what belongs to it is', async () => {
  expect(await timeAfter(seen + 5_000, SEEN, async () => undefined)).toBe('2026-03-01T10:00:05.000Z');
});

it('accepts the time that was seen in another zone, and leaves that of clients that do not compare', async () => {
  expect(await timeAfter(seen + 1, '2026-03-01T11:00:00+01:00')).toBe('2026-03-01T10:00:00.001Z');
  expect(await timeAfter(seen + 1, undefined)).toBe('2030-01-01T00:00:00.000Z');
});
