import type { ObjectVisibility } from '@platform/plugin-sdk/oss';
import { isBackedUp, type Database, type Ids } from '../../data/index.ts';
import { requestContext, type Clock, type Logger } from '../../kernel/index.ts';
import type { ObjectAddress } from './stored-objects.ts';
import type { Storages } from './storages.ts';

interface LeftoverParts {
  readonly database: Database;
  readonly ids: Ids;
  /** The database's, by which backups say how long they take. */
  readonly clock: Clock;
  readonly storages: Pick<Storages, 'named'>;
  readonly logger: Logger;
}

interface Leftover extends ObjectAddress {
  readonly leftoverId: number;
  readonly visibility: ObjectVisibility;
}

const COLUMNS = [
  'leftover_id as leftoverId',
  'oss_id as ossId',
  'storage',
  'object_key as objectKey',
  'visibility',
] as const;
/** Both: objects planned before files were private do not name their storage. */
const PLACES = ['private', 'public'] as const;
const BATCH = 500;

/**
 * Content that no row names any more and that is removed later: old copies of moved files after a
 * day, and what is removed while a backup copies it after the backup. (design 11.8-12, 12.1-8)
 *
 * The row goes first, in one transaction with a note of what is left. So a backup that has the row
 * in its dump has said that it is running before the content is looked at.
 */
export class Leftovers {
  readonly #parts: LeftoverParts;
  #sweeping: Promise<void> = Promise.resolve();
  #closed = false;
  #failed = false;

  constructor(parts: LeftoverParts) {
    this.#parts = parts;
  }

  /**
   * Removes an object: its row at once, and its content unless a backup copies it.
   *
   * @throws STORAGE_UNAVAILABLE (503); then the next {@link sweep} tries again
   */
  async remove(address: ObjectAddress): Promise<void> {
    const { database } = this.#parts;
    const isPartOfMore = database.inTransaction;
    await database.transaction(() => this.#noteRemoved(address));
    if (isPartOfMore) database.afterCommit(() => this.sweep());
    else await requestContext.runIgnoringTenant(() => this.#removeObject(address.ossId));
  }

  /** Notes content in the transaction in which its row goes elsewhere; it stays for `keepMs`. */
  async note(
    { ossId, storage, objectKey }: ObjectAddress,
    visibilities: readonly ObjectVisibility[],
    keepMs: number,
  ): Promise<void> {
    if (visibilities.length === 0) return;
    const { database, ids } = this.#parts;
    const rows = visibilities.map((visibility) => ({
      leftover_id: ids.next(),
      ...{ oss_id: ossId, storage, object_key: objectKey, visibility, remove_at: this.#after(keepMs) },
    }));
    await database.query.insertInto('sys_oss_leftover').values(rows).execute();
  }

  /** Keeps what is left of an object in a storage for `keepMs` from now. */
  async keep(ossId: number, storage: string, keepMs: number): Promise<void> {
    await this.#parts.database.query
      .updateTable('sys_oss_leftover')
      .set({ remove_at: this.#after(keepMs) })
      .where('oss_id', '=', ossId)
      .where('storage', '=', storage)
      .execute();
  }

  /** Removes what is due, of all tenants, unless a backup copies it. Never throws. */
  sweep(): Promise<void> {
    this.#sweeping = this.#sweeping.then(() =>
      requestContext
        .runIgnoringTenant(() => this.#sweepAll())
        .catch((error: unknown) => this.#warn({ error })),
    );
    return this.#sweeping;
  }

  close(): Promise<void> {
    this.#closed = true;
    return this.#sweeping;
  }

  async #noteRemoved(address: ObjectAddress): Promise<void> {
    const { database } = this.#parts;
    const { ossId, storage } = address;
    await database.query.deleteFrom('sys_oss').where('oss_id', '=', ossId).execute();
    const noted = await this.#select().where('oss_id', '=', ossId).execute();
    if (noted.length > 0) {
      // Old copies of a moved file go with it.
      const ids = noted.map(({ leftoverId }) => leftoverId);
      const change = database.query.updateTable('sys_oss_leftover').set({ remove_at: this.#after(0) });
      await change.where('leftover_id', 'in', ids).execute();
    }
    const isNoted = (place: ObjectVisibility): boolean =>
      noted.some((each) => each.storage === storage && each.visibility === place);
    await this.note(
      address,
      PLACES.filter((place) => !isNoted(place)),
      0,
    );
  }

  async #removeObject(ossId: number): Promise<void> {
    const left = await this.#select().where('oss_id', '=', ossId).execute();
    if (await this.#isKept()) return;
    for (const leftover of left) await this.#removeContent(leftover);
  }

  async #sweepAll(): Promise<void> {
    let [cursor, failed] = [0, false];
    for (;;) {
      const due = await this.#select()
        .where('remove_at', '<=', this.#after(0))
        .where('leftover_id', '>', cursor)
        .orderBy('leftover_id')
        .limit(BATCH)
        .execute();
      // Asked after the notes are read: a backup whose dump has the row has begun by then.
      if (due.length > 0 && (await this.#isKept())) return;
      for (const leftover of due) {
        if (this.#closed) return;
        cursor = leftover.leftoverId;
        try {
          await this.#removeContent(leftover);
        } catch (error) {
          failed = true;
          const { storage, objectKey } = leftover;
          this.#warn({ storage, objectKey, error });
        }
      }
      if (due.length < BATCH) break;
    }
    this.#failed = failed;
  }

  async #removeContent({ leftoverId, ossId, storage, objectKey, visibility }: Leftover): Promise<void> {
    const { database, storages } = this.#parts;
    const isDue = this.#select().where('leftover_id', '=', leftoverId);
    if (!(await isDue.where('remove_at', '<=', this.#after(0)).executeTakeFirst())) return;
    const back = await database.query
      .selectFrom('sys_oss')
      .where('oss_id', '=', ossId)
      .where('storage', '=', storage)
      .select('oss_id')
      .executeTakeFirst();
    // One that has been moved back is no leftover any more.
    if (!back) await (await storages.named(storage, visibility)).remove(objectKey);
    await database.query.deleteFrom('sys_oss_leftover').where('leftover_id', '=', leftoverId).execute();
  }

  #isKept(): Promise<boolean> {
    const { database, clock } = this.#parts;
    return isBackedUp(database, clock.now());
  }

  #select() {
    return this.#parts.database.query.selectFrom('sys_oss_leftover').select(COLUMNS);
  }

  /** Only the first of several failures in a row is logged. */
  #warn(details: Readonly<Record<string, unknown>>): void {
    if (!this.#failed)
      this.#parts.logger.warn('Content that is left could not be removed; it is tried again', details);
    this.#failed = true;
  }

  #after(ms: number): string {
    return new Date(this.#parts.clock.now() + ms).toISOString();
  }
}
