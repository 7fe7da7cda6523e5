import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../data/index.ts';
import { openHostDatabase } from '../../data/testing/open.ts';
import { requestContext } from '../../kernel/index.ts';
import { DataScopes, isReached, type DataScope } from './data-scope.ts';
import { withAbove, withBelow } from './dept-tree.ts';

const TENANT = 'a';
const inTenant = <T>(work: () => T): T => requestContext.runAs(TENANT, work);

let database: Database;
let scopes: DataScopes;
let id = 100;

/** Sales has North, which has Harbour; Law is apart; two departments are above each other. */
const [SALES, NORTH, HARBOUR, LAW, ROUND, BACK] = [1, 2, 3, 4, 5, 6] as const;
const PARENTS = { [SALES]: 0, [NORTH]: SALES, [HARBOUR]: NORTH, [LAW]: 0, [ROUND]: BACK, [BACK]: ROUND };

beforeAll(async () => {
  database = await openHostDatabase({ type: 'sqlite', file: ':memory:' });
  scopes = new DataScopes(database);
  const rows = Object.entries(PARENTS).map(([dept_id, parent_id]) => {
    return { dept_id: Number(dept_id), parent_id, dept_name: `D${dept_id}` };
  });
  await inTenant(() => database.query.insertInto('sys_dept').values(rows).execute());
});
afterAll(() => database.close());

interface Held {
  readonly scope: DataScope;
  readonly chosen?: readonly number[];
  readonly status?: 0 | 1;
}

/** @returns the user's id */
const addUser = (dept_id: number | null, held: readonly Held[]): Promise<number> =>
  inTenant(async () => {
    const user_id = (id += 1);
    const { query } = database;
    const name = `u${user_id}`;
    const user = { user_id, dept_id, user_name: name, nick_name: name, password_hash: 'x' };
    await query.insertInto('sys_user').values(user).execute();
    for (const { scope, chosen = [], status = 1 } of held) {
      const role_id = (id += 1);
      const role = { role_id, role_name: 'x', role_key: `r${role_id}`, data_scope: scope, status };
      await query.insertInto('sys_role').values(role).execute();
      await query.insertInto('sys_user_role').values({ user_id, role_id }).execute();
      for (const dept of chosen)
        await query.insertInto('sys_role_dept').values({ role_id, dept_id: dept }).execute();
    }
    return user_id;
  });

const reachOf = (userId: number, permissions: readonly string[] = []) =>
  inTenant(() => scopes.of({ userId, permissions }));

it.each<[string, number | null, Held[], number[], boolean]>([
  ['no role', SALES, [], [], false],
  ['their department', SALES, [{ scope: 'dept' }], [SALES], false],
  ['it and all below', SALES, [{ scope: 'deptTree' }], [SALES, NORTH, HARBOUR], false],
  ['no department to have', null, [{ scope: 'deptTree' }], [], false],
  ['what they make', SALES, [{ scope: 'own' }], [], true],
  ['chosen ones', SALES, [{ scope: 'chosen', chosen: [LAW, NORTH] }], [LAW, NORTH], false],
  [
    'a sum',
    SALES,
    [{ scope: 'dept' }, { scope: 'own' }, { scope: 'chosen', chosen: [LAW] }],
    [SALES, LAW],
    true,
  ],
  [
    'disabled roles',
    SALES,
    [
      { scope: 'all', status: 0 },
      { scope: 'dept', status: 0 },
    ],
    [],
    false,
  ],
  ['departments that are unused', SALES, [{ scope: 'own', chosen: [LAW] }], [], true],
])('design 12.1-5: reaches with %s', async (_held, dept, held, deptIds, own) => {
  const userId = await addUser(dept, held);
  const reach = await reachOf(userId);
  expect({ ...reach, deptIds: reach?.deptIds.toSorted() }).toEqual({
    userId,
    deptIds: deptIds.toSorted(),
    own,
  });
});

it('reaches everything with a role that shows all, as super administrator, and outside of requests', async () => {
  expect(await reachOf(await addUser(SALES, [{ scope: 'own' }, { scope: 'all' }]))).toBeUndefined();
  const userId = await addUser(null, []);
  expect(await reachOf(userId, ['*:*:*'])).toBeUndefined();
  expect(await reachOf(userId)).toBeDefined();
  expect(await scopes.ofCaller()).toBeUndefined();
});

it('gives away only what the actor sees, whatever users make themselves', async () => {
  const limit = { userId: 1, deptIds: [SALES], own: false };
  const within = (userId: number) => inTenant(() => scopes.assertWithin(limit, [userId]));
  const [same, wider, all] = [
    await addUser(SALES, [{ scope: 'dept' }, { scope: 'own' }]),
    await addUser(SALES, [{ scope: 'deptTree' }]),
    await addUser(SALES, [{ scope: 'all' }]),
  ];
  await within(same);
  for (const userId of [wider, all])
    await expect(within(userId)).rejects.toMatchObject({ code: 'PRIVILEGE_EXCEEDED' });
  await expect(inTenant(() => scopes.assertWithin(limit, [same, wider]))).rejects.toThrow();
  await inTenant(() => scopes.assertWithin(undefined, [all]));
});

it('puts records only into departments that the caller reaches, all of them', async () => {
  const userId = await addUser(SALES, [{ scope: 'dept' }]);
  const user = { userId, userName: 'u', tenantId: TENANT, roles: [], permissions: [], sessionId: 1 };
  const asserted = (deptIds: readonly number[]) =>
    requestContext.run({ requestId: 'r', tenantId: TENANT, user }, () => scopes.assertReaches(deptIds));
  await asserted([SALES]);
  await asserted([]);
  for (const deptIds of [[LAW], [SALES, LAW]])
    await expect(asserted(deptIds)).rejects.toMatchObject({ code: 'DEPT_OUT_OF_REACH', status: 403 });
});

it('finds the users of the departments, the person, and those that the person has made', async () => {
  const person = await addUser(null, []);
  const [colleague, stranger, made] = [
    await addUser(HARBOUR, []),
    await addUser(LAW, []),
    await addUser(LAW, []),
  ];
  const everyone = [person, colleague, stranger, made];
  const found = (deptIds: number[], own: boolean) =>
    inTenant(async () => {
      await database.query
        .updateTable('sys_user')
        .set({ create_by: person })
        .where('user_id', '=', made)
        .execute();
      const rows = await database.query
        .selectFrom('sys_user')
        .where('user_id', 'in', everyone)
        .where(isReached({ userId: person, deptIds, own }))
        .select('user_id')
        .orderBy('user_id')
        .execute();
      return rows.map(({ user_id }) => user_id);
    });
  expect(await found([], false)).toEqual([person]);
  expect(await found([HARBOUR], false)).toEqual([person, colleague]);
  expect(await found([HARBOUR], true)).toEqual([person, colleague, made]);
});

it('walks departments down and up, each once, also where they are above each other', async () => {
  await inTenant(async () => {
    expect(await withBelow(database, [NORTH, SALES])).toEqual([NORTH, HARBOUR, SALES]);
    expect(await withBelow(database, [ROUND])).toEqual([ROUND, BACK]);
    expect(await withAbove(database, HARBOUR)).toEqual([HARBOUR, NORTH, SALES]);
    expect(await withAbove(database, BACK)).toEqual([BACK, ROUND]);
  });
});
