import { announceLongWork, PlatformError } from '../../kernel/index.ts';
import type { SqlDatabase } from '../sql-database.ts';
import { isSealed, type SecretBox } from './secret-box.ts';
import { SECRET_COLUMNS, type StoredSecret } from './secret-columns.ts';

/** Rows of one transaction. An interruption loses at most these. */
const BATCH = 200;

export interface SealedSecrets {
  /** How many values were written. */
  readonly written: number;
  /** Errors of values that no key decrypts; these rows stay as they are. */
  readonly unreadable: readonly PlatformError[];
}

export interface SealOptions {
  /** Also encrypts values again that another key of the box encrypted. */
  readonly renew?: boolean;
  /** Only reports. */
  readonly dryRun?: boolean;
  /** Also removes earlier copies from unused parts of an embedded database, once values changed. */
  readonly erase?: boolean;
  /** After each batch, with the number of values written so far. */
  readonly progress?: (written: number) => void;
}

/**
 * Encrypts the secrets of all tenants that are stored in plain text. It is safe to repeat and to
 * interrupt. (design 11.8-13)
 */
export async function sealSecrets(
  database: SqlDatabase,
  box: SecretBox,
  options: SealOptions = {},
): Promise<SealedSecrets> {
  const unreadable: PlatformError[] = [];
  let written = 0;
  const renewed = (secret: StoredSecret): string | undefined => {
    if (!box.isOutdated(secret.text) && !options.renew) return undefined;
    try {
      const value = box.open(secret.text, secret.place);
      const isDue = box.isOutdated(secret.text) && (options.renew || !isSealed(secret.text));
      return isDue ? box.seal(value, secret.place) : undefined;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      unreadable.push(error);
      return undefined;
    }
  };
  for (const column of SECRET_COLUMNS) {
    for (let afterId = 0; ;) {
      const batch = await column.read(database, afterId, BATCH);
      const due = batch.flatMap((secret) => {
        const text = renewed(secret);
        return text === undefined ? [] : [{ secret, text }];
      });
      if (due.length > 0 && !options.dryRun) {
        await erasing(database, async () => {
          for (const { secret, text } of due) await column.replace(database, secret, text);
        });
        written += due.length;
        options.progress?.(written);
      }
      if (batch.length < BATCH) break;
      afterId = batch.at(-1)?.place.id ?? 0;
    }
  }
  if (written > 0 && database.dialect === 'sqlite') await emptyLog(database, options.erase ?? false);
  return { written, unreadable };
}

/** SQLite overwrites what a change frees only when it is told to. */
function erasing(database: SqlDatabase, work: () => Promise<void>): Promise<void> {
  return database.transaction(async () => {
    if (database.dialect !== 'sqlite') return work();
    await database.raw('pragma secure_delete = on');
    try {
      await work();
    } finally {
      await database.raw('pragma secure_delete = off');
    }
  });
}

/** The log still has the pages from before, and moved rows have left copies in others. */
async function emptyLog(database: SqlDatabase, rewriteAll: boolean): Promise<void> {
  announceLongWork('statement');
  if (rewriteAll) await database.raw('vacuum');
  await database.raw('pragma wal_checkpoint(truncate)');
}
