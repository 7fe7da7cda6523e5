import type { Provider } from './providers-file.ts';

/** The providers that people may log in with at the moment, by their id. */
export interface Providers {
  all(): Promise<ReadonlyMap<string, Provider>>;
}
