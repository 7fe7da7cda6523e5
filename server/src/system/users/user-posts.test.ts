import { expect, it } from 'vitest';
import { openTestDatabase } from '../../data/testing/open.ts';
import type { DataScopes } from '../shared/data-scope.ts';
import { UserPosts } from './user-posts.ts';

it('a user has exactly the posts of the last change, and others keep theirs', async () => {
  const database = await openTestDatabase({ type: 'sqlite', file: ':memory:' });
  await database.executeScript(
    'create table sys_user_post (user_id bigint, post_id bigint, primary key (user_id, post_id))',
  );
  const posts = new UserPosts(database, {} as DataScopes);
  const stored = async () =>
    (await database.raw('select user_id, post_id from sys_user_post order by 1, 2')).rows.map(Object.values);
  await posts.assign(7, [1, 2]);
  await posts.assign(8, [1]);
  await posts.assign(7, [2, 3]);
  expect(await stored()).toEqual([
    [7, 2],
    [7, 3],
    [8, 1],
  ]);
  await posts.assign(7, []);
  expect(await stored()).toEqual([[8, 1]]);
  await database.close();
});
