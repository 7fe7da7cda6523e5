import type { SqlDatabase } from '../sql-database.ts';
import type { SecretPlace } from './secret-box.ts';

/** A stored secret as the database has it. */
export interface StoredSecret {
  readonly place: SecretPlace;
  readonly text: string;
}

/** A column that contains secrets. */
export interface SecretColumn {
  /** The next secrets in the order of identifiers, of every tenant. */
  read(database: SqlDatabase, afterId: number, limit: number): Promise<StoredSecret[]>;
  /** Replaces a secret unless somebody else has changed it meanwhile. */
  replace(database: SqlDatabase, former: StoredSecret, text: string): Promise<void>;
}

/** End of the categories whose settings are secret. (design 9.8-58) */
const PRIVATE_CATEGORIES = '%.private';

export interface ConfigIdentity {
  readonly configId: number;
  readonly tenantId: string;
  readonly configKey: string;
}

export const configPlace = ({ configId, tenantId, configKey }: ConfigIdentity): SecretPlace => ({
  table: 'sys_config',
  column: 'config_value',
  id: configId,
  tenantId,
  name: configKey,
});

/** @param storage name of the storage */
export const storagePlace = (ossConfigId: number, storage: string): SecretPlace => ({
  table: 'sys_oss_config',
  column: 'secret_key',
  id: ossConfigId,
  tenantId: '',
  name: storage,
});

export const factorPlace = (userId: number): SecretPlace => ({
  table: 'sys_user_factor',
  column: 'secret',
  id: userId,
  tenantId: '',
  name: `authenticator of user ${userId}`,
});

const settings: SecretColumn = {
  async read({ unfiltered }, afterId, limit) {
    const rows = await unfiltered
      .selectFrom('sys_config')
      .select(['config_id', 'tenant_id', 'config_key', 'config_value'])
      .where('config_category', 'like', PRIVATE_CATEGORIES)
      .where('config_value', 'is not', null)
      .where('config_id', '>', afterId)
      .orderBy('config_id')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      place: configPlace({ configId: row.config_id, tenantId: row.tenant_id, configKey: row.config_key }),
      text: row.config_value ?? '',
    }));
  },
  async replace({ unfiltered }, { place, text: former }, text) {
    await unfiltered
      .updateTable('sys_config')
      .set({ config_value: text })
      .where('config_id', '=', place.id)
      .where('config_value', '=', former)
      .execute();
  },
};

const storages: SecretColumn = {
  async read({ unfiltered }, afterId, limit) {
    const rows = await unfiltered
      .selectFrom('sys_oss_config')
      .select(['oss_config_id', 'config_key', 'secret_key'])
      .where('secret_key', 'is not', null)
      .where('oss_config_id', '>', afterId)
      .orderBy('oss_config_id')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      place: storagePlace(row.oss_config_id, row.config_key),
      text: row.secret_key ?? '',
    }));
  },
  async replace({ unfiltered }, { place, text: former }, text) {
    await unfiltered
      .updateTable('sys_oss_config')
      .set({ secret_key: text })
      .where('oss_config_id', '=', place.id)
      .where('secret_key', '=', former)
      .execute();
  },
};

const factors: SecretColumn = {
  async read(database, afterId, limit) {
    // `doctor` and `rotate-key` also work on the schema of an earlier version.
    if (!(await database.hasTable('sys_user_factor'))) return [];
    const rows = await database.unfiltered
      .selectFrom('sys_user_factor')
      .select(['user_id', 'secret'])
      .where('user_id', '>', afterId)
      .orderBy('user_id')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ place: factorPlace(row.user_id), text: row.secret }));
  },
  async replace({ unfiltered }, { place, text: former }, text) {
    await unfiltered
      .updateTable('sys_user_factor')
      .set({ secret: text })
      .where('user_id', '=', place.id)
      .where('secret', '=', former)
      .execute();
  },
};

/** Every column with secrets: what the start encrypts and a rotation of the key rewrites. */
export const SECRET_COLUMNS: readonly SecretColumn[] = [settings, storages, factors];
