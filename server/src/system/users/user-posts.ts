import type { Database } from '../../data/index.ts';
import { PlatformError } from '../../kernel/index.ts';
import type { DataScopes } from '../shared/data-scope.ts';

/** Where a user stands: the department, and posts. */
export interface UserPlace {
  readonly deptId?: number | null;
  readonly postIds?: readonly number[];
}

/** Puts users of the tenant in context into departments and posts. */
export class UserPosts {
  readonly #database: Database;
  readonly #scopes: DataScopes;

  constructor(database: Database, scopes: DataScopes) {
    this.#database = database;
    this.#scopes = scopes;
  }

  /** @throws DEPT_UNKNOWN, POST_UNKNOWN (400), DEPT_OUT_OF_REACH (403) */
  async assertKnown({ deptId, postIds = [] }: UserPlace): Promise<void> {
    const { query } = this.#database;
    if (deptId !== null && deptId !== undefined) {
      const dept = await query
        .selectFrom('sys_dept')
        .where('dept_id', '=', deptId)
        .select('dept_id')
        .executeTakeFirst();
      if (!dept) throw unknown('DEPT_UNKNOWN', 'The department does not exist.');
      await this.#scopes.assertReaches([deptId]);
    }
    if (postIds.length === 0) return;
    const posts = await query
      .selectFrom('sys_post')
      .where('post_id', 'in', postIds)
      .select('post_id')
      .execute();
    if (posts.length < postIds.length) throw unknown('POST_UNKNOWN', 'One of the posts does not exist.');
  }

  /** Gives a user exactly these posts. */
  async assign(userId: number, postIds: readonly number[]): Promise<void> {
    await this.clear([userId]);
    if (postIds.length === 0) return;
    await this.#database.query
      .insertInto('sys_user_post')
      .values(postIds.map((postId) => ({ user_id: userId, post_id: postId })))
      .execute();
  }

  /** Takes all posts from users. */
  async clear(userIds: readonly number[]): Promise<void> {
    await this.#database.query.deleteFrom('sys_user_post').where('user_id', 'in', userIds).execute();
  }

  /** Users who are removed head no department any more. */
  async forget(userIds: readonly number[]): Promise<void> {
    await this.clear(userIds);
    await this.#database.query
      .updateTable('sys_dept')
      .set({ head_user_id: null })
      .where('head_user_id', 'in', userIds)
      .execute();
  }
}

function unknown(code: string, message: string): PlatformError {
  return new PlatformError({ code, status: 400, message, fix: 'Reload the page, and choose another one.' });
}
