import type { TestApplication, TestApplicationOptions, TestHost } from './contract.ts';

/** Imported by name at run time, because the SDK must not depend on a host. */
const HOST = '@platform/server/testing';
const MISSING = `Tests of an application need ${HOST}: add @platform/server to devDependencies of the repository.`;

/**
 * Runs classes of an application as the host does, with an in-memory database.
 *
 * Routes, checks, mappers, events and transactions are the host's own. A start takes about 200 ms.
 *
 * @example
 * ```ts
 * const classes = [HelloController];
 * await using app = await testApplication({ root: import.meta.dirname, classes });
 * expect(await app.get('/hello/greet', { as: {} })).toMatchObject({ status: 200 });
 * ```
 * @throws if `@platform/server` is not installed, and the findings of a refused load
 */
export async function testApplication(options: TestApplicationOptions): Promise<TestApplication> {
  const host = (await import(/* @vite-ignore */ HOST).catch((cause: unknown) => {
    throw isMissing(cause) ? new Error(MISSING, { cause }) : cause;
  })) as TestHost;
  return host.startTestApplication(options);
}

const isMissing = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  'code' in thrown &&
  thrown.code === 'ERR_MODULE_NOT_FOUND' &&
  thrown.message.includes('@platform/server');
