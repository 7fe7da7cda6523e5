import type { TestApplication, TestApplicationOptions, TestHost } from './contract.ts';

/** The SDK knows no host; the one that a repository has installed says how it runs an application. */
const HOST = '@platform/server/testing';
const MISSING = `Tests of an application need ${HOST}: add @platform/server to devDependencies of the repository.`;

/**
 * Runs classes of an application as the host does, with an in-memory database, for as long as a test needs them: the same routes,
 * checks, mappers, events and transactions, and no host to start. Takes about 200 ms.
 *
 * @example
 * ```ts
 * await using app = await testApplication({ root: import.meta.dirname, classes: [HelloController] });
 * const answer = await app.get('/hello/greet', { as: {}, query: { name: 'you' } });
 * expect(answer.data).toBe('Hello, you!');
 * ```
 * Throws where `@platform/server` is not installed, and what a load throws where the classes cannot be loaded.
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
