import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../data/index.ts';
import { openHostDatabase } from '../../data/testing/open.ts';
import { DEFAULT_TENANT, requestContext } from '../../kernel/index.ts';
import { collectingLogger, type LogLine } from '../../testing/collecting-logger.ts';
import { makePackagesPrivate } from './make-packages-private.ts';

let database: Database;
beforeAll(async () => {
  database = await openHostDatabase({ type: 'sqlite', file: ':memory:' });
  await database.query
    .insertInto('app_package')
    .values(
      ['oss://1', 'oss://2', 'oss://3', 'https://elsewhere/4'].map((package_url) => ({
        ...{ package_url, storage: 'local', object_key: 'a.zip', uploaded_time: '' },
      })),
    )
    .execute();
});
afterAll(() => database.close());

/** Moves these objects and fails for others that it is given. */
async function move(moves: readonly number[], fails?: number) {
  const lines: LogLine[] = [];
  const asked: number[] = [];
  const makePrivate = async (ossId: number): Promise<boolean> => {
    expect(requestContext.current()?.tenantId).toBe(DEFAULT_TENANT);
    asked.push(ossId);
    if (ossId === fails) throw new Error('away');
    return moves.includes(ossId);
  };
  await makePackagesPrivate(database, { makePrivate }, collectingLogger(lines));
  return { lines, asked: asked.toSorted() };
}

it('moves each package, and tells how many', async () => {
  expect(await move([1, 3])).toEqual({
    asked: [1, 2, 3],
    lines: [
      { level: 'info', message: 'Packages were moved out of the public files', fields: { packages: 2 } },
    ],
  });
});

it('moves the others when one cannot be moved', async () => {
  const { asked, lines } = await move([3], 2);
  expect(asked).toEqual([1, 2, 3]);
  expect(lines).toMatchObject([
    { level: 'warn', fields: { packageUrl: 'oss://2', error: { message: 'away' } } },
    { level: 'info', fields: { packages: 1 } },
  ]);
});

it('tells nothing when all are private', async () => {
  expect((await move([])).lines).toEqual([]);
});
