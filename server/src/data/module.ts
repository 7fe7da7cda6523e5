import { join, resolve } from 'node:path';
import { aloneWorker, CLOCK, defineModule, systemClock, THIS_WORKER } from '../kernel/index.ts';
import { databaseConfigOf, openDatabase } from './connect/open.ts';
import { DATABASE } from './database.ts';
import { assertNotCopied, PROCESS_ORIGIN } from './host/copied-directory.ts';
import { HOST_ID, holdDataDirectory, hostIdOf, MACHINE_ID, NODE_ID } from './host/data-directory.ts';
import { DATABASE_CLOCK, DatabaseClock } from './host/database-clock.ts';
import { HOST_RELEASE, THIS_RELEASE } from './host/host-release.ts';
import { FileLock, MACHINE_LOCK } from './host/machine-lock.ts';
import { processScope } from './host/process-scope.ts';
import { establishIdentity, PLATFORM_IDENTITY } from './identity/identity.ts';
import { PLATFORM_KEY } from './identity/platform-key.ts';
import { IDS } from './ids/ids.ts';
import { LeasedIds } from './ids/leased-ids.ts';
import { NodeNumbers } from './ids/node-numbers.ts';
import { INITIAL_DATA, InitialData } from './initial-data/initial-data.ts';
import { migrateHost } from './migrations/migrate.ts';
import { OperatorScripts } from './operator-scripts/operator-scripts.ts';
import { SECRET_BOX, SecretBox } from './secrets/secret-box.ts';
import { STORED_SECRETS, StoredSecrets } from './secrets/stored-secrets.ts';

/** Opens and migrates the database, and imports initial data once all modules are set up. */
export const dataModule = defineModule({
  name: 'data',
  setup: async (ctx) => {
    const { config, logger, services } = ctx;
    const clock = services.find(CLOCK) ?? systemClock;
    const initialData = new InitialData();
    const worker = services.find(THIS_WORKER) ?? aloneWorker();
    const directory = resolve(config.platform['data-dir']);
    const { machineId, release } = await holdDataDirectory(directory, { group: worker.group });
    ctx.onDispose(release);
    const hostId = hostIdOf(machineId, worker.number);
    ctx.provide(MACHINE_ID, machineId);
    ctx.provide(HOST_ID, hostId);
    ctx.provide(MACHINE_LOCK, new FileLock(join(directory, 'files.lock'), worker.living));
    const database = await openDatabase(databaseConfigOf(config), {
      logger,
      clock,
      waitMs: config.database['start-wait-ms'],
    });
    ctx.onDispose(() => database.close());
    await database.refreshTenantTables();
    const { migrations } = services.find(HOST_RELEASE) ?? THIS_RELEASE;
    await migrateHost(database, migrations, clock, logger);
    const databaseClock = new DatabaseClock(database, clock);
    await databaseClock.assertClose(logger);
    ctx.provide(DATABASE_CLOCK, databaseClock);
    ctx.provide(NODE_ID, worker.token);
    const origin = { group: worker.group.id, scope: processScope() };
    ctx.provide(PROCESS_ORIGIN, origin);
    // An embedded database is copied with its directory, and is another platform's then.
    if (database.dialect !== 'sqlite')
      await assertNotCopied({ database, clock: databaseClock, machineId, origin, directory });
    const holder = { database, clock: databaseClock, hostId, process: worker.token };
    const ids = await LeasedIds.open({ numbers: new NodeNumbers(holder), clock, logger });
    ctx.onDispose(() => ids.close());
    const { identity, key, nextKey } = await establishIdentity(database, ids, config, logger);
    ctx.provide(PLATFORM_IDENTITY, identity);
    ctx.provide(PLATFORM_KEY, key);
    const secrets = new SecretBox(key, nextKey ? [nextKey] : []);
    ctx.provide(SECRET_BOX, secrets);
    const stored = new StoredSecrets(database, secrets, logger);
    ctx.provide(STORED_SECRETS, stored);
    ctx.provide(DATABASE, database);
    ctx.provide(IDS, ids);
    ctx.provide(INITIAL_DATA, initialData);
    const scripts = new OperatorScripts({
      directory: resolve(config.platform['sql-dir']),
      database,
      clock,
      logger,
    });
    ctx.onReady(async () => {
      await initialData.importOnce(database, ids, logger, () => scripts.runFiles());
      await scripts.runUpdates();
      await stored.seal({ erase: true });
    });
  },
});
