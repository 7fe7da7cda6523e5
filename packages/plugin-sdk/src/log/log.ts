import { factFor, factKey } from '../metadata/index.ts';

/** Titles for the operation log, by method name. */
export const LOGGED = factKey<Map<string | symbol, string>>('logged', () => new Map());

/**
 * Writes each call of a route to the host's operation log, with user, duration and outcome.
 * (design 3.2)
 */
export function Log({ title }: { readonly title: string }) {
  return (_handler: unknown, context: ClassMethodDecoratorContext): void =>
    void factFor(context.metadata, LOGGED).set(context.name, title);
}
