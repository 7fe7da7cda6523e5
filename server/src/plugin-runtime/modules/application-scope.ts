import { AsyncLocalStorage } from 'node:async_hooks';

const scope = new AsyncLocalStorage<string>();

/** The application whose code the current asynchronous flow runs; errors that nobody catches are attributed by it. */
export const applicationScope = Object.freeze({
  current: (): string | undefined => scope.getStore(),
  run: <T>(appCode: string, work: () => T): T => scope.run(appCode, work),
});
