import { join, resolve } from 'node:path';
import { inRoot } from './paths.ts';

/** The data directory of `npm start` unless `--data` names another one. */
export const DEFAULT_DATA = 'data';

/**
 * Where a host of `npm start` keeps its data, as configuration keys.
 *
 * @param data as given by `--data`
 */
export function placesOf(data: string): Readonly<Record<string, string>> {
  const directory = resolve(data);
  return {
    'platform.data-dir': directory,
    'app-market.deploy.frontend-dir':
      data === DEFAULT_DATA ? inRoot('remote-apps') : join(directory, 'remote-apps'),
  };
}
