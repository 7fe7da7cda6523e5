import { join, resolve } from 'node:path';
import { databaseConfigOf, openDatabase } from '../../server/src/data/connect/open.ts';
import { importedVersion } from '../../server/src/data/initial-data/initial-data.ts';
import { sqlFilesIn } from '../../server/src/data/operator-scripts/operator-scripts.ts';
import { connectRedis } from '../../server/src/infra/redis/connect.ts';
import {
  silentLogger,
  systemClock,
  type Logger,
  type PlatformConfig,
} from '../../server/src/kernel/index.ts';
import { initialData, readyAfter } from './describe.ts';

type Say = (line: string) => void;

/**
 * Waits until database and cache accept their logins, and says what the host will find.
 *
 * @throws what {@link openDatabase} and {@link connectRedis} do
 */
export async function awaitServers(config: PlatformConfig, say: Say): Promise<void> {
  const waitMs = config.database['start-wait-ms'];
  const database = await timed('database', say, () =>
    openDatabase(databaseConfigOf(config), {
      logger: sayingOnce('database', say),
      clock: systemClock,
      waitMs,
    }),
  );
  try {
    const cache = await timed('cache', say, () =>
      connectRedis(config.cache.url, sayingOnce('cache', say), waitMs),
    );
    cache.disconnect();
    const files = join(resolve(config.platform['sql-dir']), 'files');
    say(initialData(await importedVersion(database), (await sqlFilesIn(files)).length, files));
  } finally {
    await database.close();
  }
}

async function timed<T>(server: string, say: Say, work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const result = await work();
  say(readyAfter(server, performance.now() - begun));
  return result;
}

/** Says why a server is waited for: once for each reason, not at each attempt. */
function sayingOnce(server: string, say: Say): Logger {
  let last: unknown;
  return {
    ...silentLogger,
    warn: (_message, fields) => {
      const reason = fields?.['reason'];
      if (reason !== last) say(`${server}: waiting, ${String(reason)}`);
      last = reason;
    },
  };
}
