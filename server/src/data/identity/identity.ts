import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import {
  DEFAULT_TENANT,
  PlatformError,
  requestContext,
  serviceToken,
  type Logger,
  type PlatformConfig,
} from '../../kernel/index.ts';
import type { Database } from '../database.ts';
import type { Ids } from '../ids/ids.ts';
import { withSchemaLock } from '../migrations/schema-lock.ts';
import type { SqlDatabase } from '../sql-database.ts';
import { existingSecret, secretOfFile } from './key-file.ts';
import { PlatformKey } from './platform-key.ts';

/** Rows of `sys_config` without a category, so that no site-config endpoint shows them. */
const ID_ROW = 'platform.id';
const FINGERPRINT_ROW = 'platform.key.fingerprint';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const ID_LENGTH = 8;

/** Distinguishes this platform from others on the machine or Redis. (design 10.7-11, 16-17) */
export interface PlatformIdentity {
  /** Eight lower-case letters and digits, generated once for all hosts of the database. */
  readonly id: string;
}

export const PLATFORM_IDENTITY = serviceToken<PlatformIdentity>('platform identity');

/** Absolute path of the file with the secret key. */
export const keyFileOf = (config: PlatformConfig): string =>
  resolve(config.platform['data-dir'], 'config', 'platform.secret-key');

/** The key that takes the place of another one when all secrets are encrypted with it. */
export const nextKeyFileOf = (config: PlatformConfig): string => `${keyFileOf(config)}.next`;

/** Identity and keys of the platform. */
export interface EstablishedIdentity {
  readonly identity: PlatformIdentity;
  readonly key: PlatformKey;
  /** The key of a rotation that was interrupted, with which some secrets are encrypted already. */
  readonly nextKey: PlatformKey | undefined;
}

/**
 * Reads identity and keys of the platform, and creates both at the first start.
 *
 * @throws SECRET_KEY_UNUSABLE, SECRET_KEY_DIFFERS
 */
export async function establishIdentity(
  database: SqlDatabase,
  ids: Ids,
  config: PlatformConfig,
  logger: Logger,
): Promise<EstablishedIdentity> {
  const file = keyFileOf(config);
  const key = new PlatformKey(await secretOfFile(file, logger));
  const next = await existingSecret(nextKeyFileOf(config));
  const nextKey = next === undefined ? undefined : new PlatformKey(next);
  if (nextKey) {
    logger.warn('A rotation of the secret key was interrupted', {
      file: nextKeyFileOf(config),
      fix: 'Stop the host, and run "npm run platform -- rotate-key" again.',
    });
  }
  const rows = new IdentityRows(database, ids);
  const id = await rows.valueOf(ID_ROW, 'Short name of this platform', randomId);
  const fingerprint = await rows.valueOf(
    FINGERPRINT_ROW,
    'Which secret key this platform has',
    () => key.fingerprint,
  );
  if (fingerprint !== key.fingerprint && fingerprint !== nextKey?.fingerprint) throw differs(file);
  return { identity: Object.freeze({ id }), key, nextKey };
}

/**
 * Whether the host would start with the key in its file. Changes nothing.
 *
 * @throws SECRET_KEY_UNUSABLE, SECRET_KEY_DIFFERS
 */
export async function assertKeyFits(database: Database, config: PlatformConfig): Promise<void> {
  const recorded = await recordedFingerprint(database);
  const file = keyFileOf(config);
  const secrets = [await existingSecret(file), await existingSecret(nextKeyFileOf(config))];
  if (recorded === undefined) return;
  const fits = secrets.some(
    (secret) => secret !== undefined && new PlatformKey(secret).fingerprint === recorded,
  );
  if (!fits) throw differs(file);
}

/** Undefined before the first start. */
async function recordedFingerprint(database: Database): Promise<string | undefined> {
  return requestContext.runAs(DEFAULT_TENANT, () => storedValue(database, FINGERPRINT_ROW));
}

async function storedValue(database: Database, key: string): Promise<string | undefined> {
  const row = await database.query
    .selectFrom('sys_config')
    .select('config_value')
    .where('config_key', '=', key)
    .executeTakeFirst();
  return row?.config_value ?? undefined;
}

/** Such a key ends links and sessions of the other hosts, and reads no secret. (design 16-18) */
const differs = (file: string): PlatformError =>
  new PlatformError({
    code: 'SECRET_KEY_DIFFERS',
    message: `The secret key in ${file} is not the one that was used with this database.`,
    fix: 'Copy config/platform.secret-key from another host, or restore it from a backup. If it is lost, run "npm run platform -- rotate-key --keep-unreadable", and enter the stored secrets again.',
  });

/** Records which key the platform has from now on. */
export async function recordFingerprint(database: SqlDatabase, fingerprint: string): Promise<void> {
  await database.unfiltered
    .updateTable('sys_config')
    .set({ config_value: fingerprint })
    .where('config_key', '=', FINGERPRINT_ROW)
    .where('tenant_id', '=', DEFAULT_TENANT)
    .execute();
}

/** Stores a value that all hosts share; the first writer wins. */
class IdentityRows {
  readonly #database: SqlDatabase;
  readonly #ids: Ids;

  constructor(database: SqlDatabase, ids: Ids) {
    this.#database = database;
    this.#ids = ids;
  }

  valueOf(key: string, name: string, make: () => string): Promise<string> {
    return requestContext.runAs(DEFAULT_TENANT, async () => {
      return (
        (await storedValue(this.#database, key)) ??
        withSchemaLock(this.#database, () => this.#write(key, name, make))
      );
    });
  }

  async #write(key: string, name: string, make: () => string): Promise<string> {
    const written = await storedValue(this.#database, key);
    if (written !== undefined) return written;
    const value = make();
    await this.#database.query
      .insertInto('sys_config')
      .values({
        config_id: this.#ids.next(),
        config_name: name,
        config_key: key,
        config_value: value,
        config_category: '',
        is_system: true,
      })
      .execute();
    return value;
  }
}

function randomId(): string {
  return Array.from({ length: ID_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
