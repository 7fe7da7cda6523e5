import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { nodeName } from '../../cluster/index.ts';
import { PlatformError, silentLogger, systemClock, type PlatformConfig } from '../../kernel/index.ts';
import {
  DatabaseClock,
  existingSecret,
  holdDataDirectory,
  hostMigrations,
  keyFileOf,
  nextKeyFileOf,
  NODE_LEASE_MS,
  PlatformKey,
  recordFingerprint,
  sealSecrets,
  SecretBox,
  secretOfFile,
  type SqlDatabase,
} from '../../data/index.ts';
import { lastMigration } from '../backup/database-facts.ts';
import { sourceOf, withDatabase } from '../backup/open-source.ts';

/** Names of secrets that a refusal lists. */
const MAX_NAMES = 5;

export interface RotateOptions {
  /** Files with earlier keys, as after a restore without the key. */
  readonly oldKeyFiles?: readonly string[];
  /** Leaves secrets that no key decrypts as they are, instead of refusing the rotation. */
  readonly keepUnreadable?: boolean;
  readonly log?: (line: string) => void;
}

export interface Rotation {
  /** How many secrets were encrypted again. */
  readonly written: number;
  /** How many secrets no key decrypts. */
  readonly unreadable: number;
}

/**
 * Replaces the platform's secret key. The new one is beside the old one until every secret is
 * encrypted with it, so that an interrupted rotation is completed by the next. Sessions and links
 * end, which the old key signed. No host of the platform may run. (design 11.8-13, 16-18)
 *
 * @throws SECRETS_UNREADABLE, HOSTS_RUNNING before anything changes; SECRET_KEY_UNUSABLE,
 *   SECRET_KEY_MISSING, DATABASE_NOT_MIGRATED, DATA_DIRECTORY_IN_USE, DATABASE_*
 */
export async function rotateKey(
  config: PlatformConfig,
  { oldKeyFiles = [], keepUnreadable = false, log = () => undefined }: RotateOptions = {},
): Promise<Rotation> {
  const held = await holdDataDirectory(resolve(config.platform['data-dir']));
  try {
    const [file, nextFile] = [keyFileOf(config), nextKeyFileOf(config)];
    const known = [await existingSecret(file), ...(await Promise.all(oldKeyFiles.map(givenSecret)))];
    const begun = (await existingSecret(nextFile)) !== undefined;
    if (begun) log('continuing an interrupted rotation');
    const next = new PlatformKey(await secretOfFile(nextFile, silentLogger));
    const former = known.flatMap((secret) => (secret === undefined ? [] : [new PlatformKey(secret)]));
    const box = new SecretBox(next, former);
    return await withDatabase(sourceOf(config), async (database) => {
      try {
        await assertNoHost(database);
        assertMigrated(await lastMigration(database));
        const { unreadable } = await sealSecrets(database, box, { renew: true, dryRun: true });
        if (unreadable.length > 0 && !keepUnreadable) throw secretsUnreadable(unreadable);
      } catch (error) {
        // Nothing is encrypted with a key that was only just made.
        if (!begun) await rm(nextFile, { force: true });
        throw error;
      }
      const progress = (written: number): void => log(`${written} secrets encrypted again`);
      const { written, unreadable } = await sealSecrets(database, box, { renew: true, progress });
      await recordFingerprint(database, next.fingerprint);
      await database.raw('delete from sys_session');
      await rename(nextFile, file);
      return { written, unreadable: unreadable.length };
    });
  } finally {
    held.release();
  }
}

async function givenSecret(file: string): Promise<string> {
  const secret = await existingSecret(resolve(file));
  if (secret !== undefined) return secret;
  throw new PlatformError({
    code: 'SECRET_KEY_MISSING',
    message: `There is no key file ${file}.`,
    fix: 'Name the platform.secret-key that was used before.',
  });
}

/** Hosts that continue with the old key could read nothing that is encrypted with the new one. */
async function assertNoHost(database: SqlDatabase): Promise<void> {
  if (database.dialect === 'sqlite' || !(await database.hasTable('sys_node'))) return;
  const clock = new DatabaseClock(database, systemClock);
  await clock.measure();
  const rows = await database.query
    .selectFrom('sys_node')
    .select(['machine', 'address'])
    .where('heartbeat_at', '>=', new Date(clock.now() - NODE_LEASE_MS).toISOString())
    .execute();
  if (rows.length === 0) return;
  const names = rows.slice(0, MAX_NAMES).map(nodeName);
  throw new PlatformError({
    code: 'HOSTS_RUNNING',
    message: `Hosts of this platform run, and would keep the old key: ${names.join(', ')}${rows.length > names.length ? ', …' : ''}.`,
    fix: `Stop all hosts, give each of them the new key, and start them. One that was killed counts as running for ${NODE_LEASE_MS / 1000} s.`,
  });
}

function assertMigrated(schema: string): void {
  if (schema === hostMigrations.at(-1)?.name) return;
  throw new PlatformError({
    code: 'DATABASE_NOT_MIGRATED',
    message: `The database has the schema ${schema || 'of no platform'}, not the one of this version.`,
    fix: 'Start the host of this version once, stop it, and repeat the command.',
  });
}

function secretsUnreadable(errors: readonly PlatformError[]): PlatformError {
  const listed = errors.slice(0, MAX_NAMES).map(({ message }) => message);
  const more = errors.length - listed.length;
  return new PlatformError({
    code: 'SECRETS_UNREADABLE',
    message: `${[...listed, ...(more > 0 ? [`${more} more.`] : [])].join(' ')} Nothing was changed.`,
    fix: 'Pass the earlier key with --old-key=<file>. Without it, pass --keep-unreadable, and enter these values again afterwards.',
    cause: errors[0],
  });
}
