import type { StorageMove } from '@platform/host-api';
import type { Database, Ids } from '../../data/index.ts';
import { reasonOf, requestContext, type Clock, type Logger } from '../../kernel/index.ts';
import { conflict, found } from '../shared/failures.ts';
import { copyObject } from './copy-object.ts';
import type { Leftovers } from './leftovers.ts';
import type { Storages } from './storages.ts';

interface MoveParts {
  readonly database: Database;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly storages: Storages;
  readonly leftovers: Leftovers;
  readonly logger: Logger;
  /** Name of this host. */
  readonly owner: string;
}

/** Objects between two signs of life. */
const BATCH = 20;
/** After so long without a sign of life another host continues. */
const SILENT_MS = 60_000;
/** How long the old copies stay: addresses of them may have been handed out. (design 12.1-8) */
const KEPT_MS = 24 * 3_600_000;

const COLUMNS = [
  'move_id as moveId',
  'from_storage as from',
  'to_storage as to',
  'state',
  'total',
  'moved',
  'failed',
  'error',
  'create_time as createTime',
  'update_time as updateTime',
] as const;

/**
 * Moves all files of a storage to another: each is copied, read back, and only then its row
 * switched. Cut off at any point, it continues where it was, here or on another host.
 * (design 12.1-8)
 */
export class StorageMoves {
  readonly #parts: MoveParts;
  #running: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(parts: MoveParts) {
    this.#parts = parts;
  }

  /** The latest moves. */
  list(): Promise<StorageMove[]> {
    return this.#moves().select(COLUMNS).orderBy('move_id', 'desc').limit(20).execute();
  }

  /**
   * @throws RECORD_NOT_FOUND (404), STORAGE_MOVE_REFUSED (409), STORAGE_UNAVAILABLE (503) when the
   *   other storage does not answer
   */
  async start(ossConfigId: number, to: string): Promise<number> {
    const { database, ids, clock, storages } = this.#parts;
    const rows = database.query.selectFrom('sys_oss_config').selectAll();
    const source = found(await rows.where('oss_config_id', '=', ossConfigId).executeTakeFirst(), 'storage');
    const target = found(await rows.where('config_key', '=', to).executeTakeFirst(), 'storage');
    if (target.config_key === source.config_key) throw refused('same', 'It is the same storage.');
    const going = await this.#moves().where('state', '=', 'running').select('move_id').executeTakeFirst();
    if (going) throw refused('running', 'Files are being moved already.');
    await storages.check(target);
    const moveId = ids.next();
    await database.query
      .insertInto('sys_oss_move')
      .values({
        move_id: moveId,
        from_storage: source.config_key,
        to_storage: target.config_key,
        state: 'running',
        total: await this.#left(source.config_key),
        moved: 0,
        failed: 0,
        update_time: new Date(clock.now() - SILENT_MS).toISOString(),
      })
      .execute();
    this.proceed();
    return moveId;
  }

  /** @throws RECORD_NOT_FOUND (404) */
  async set(moveId: number, action: 'cancel' | 'resume'): Promise<void> {
    const { database, clock } = this.#parts;
    const row = await this.#moves().where('move_id', '=', moveId).select(COLUMNS).executeTakeFirst();
    const { from, moved } = found(row, 'move');
    await database.query
      .updateTable('sys_oss_move')
      .set(
        action === 'cancel'
          ? { state: 'canceled' }
          : {
              state: 'running',
              failed: 0,
              error: null,
              total: moved + (await this.#left(from)),
              update_time: new Date(clock.now() - SILENT_MS).toISOString(),
            },
      )
      .where('move_id', '=', moveId)
      .where('state', 'in', action === 'cancel' ? ['running'] : ['failed', 'canceled'])
      .execute();
    if (action === 'resume') this.proceed();
  }

  /** Works on what is running and has no host; old copies that are due are removed meanwhile. */
  proceed(): void {
    void this.#parts.leftovers.sweep();
    this.#running = this.#running
      .then(() => requestContext.runIgnoringTenant(() => this.#work()))
      .catch((error: unknown) => this.#parts.logger.warn('Files could not be moved', { error }));
  }

  /** Resolves once nothing is worked on. */
  settled(): Promise<void> {
    return this.#running;
  }

  close(): Promise<void> {
    this.#closed = true;
    return this.#running;
  }

  async #work(): Promise<void> {
    const running = await this.#moves().where('state', '=', 'running').select(COLUMNS).execute();
    for (const move of running) if (await this.#claim(move.moveId)) await this.#moveAll(move);
  }

  /** @returns whether this host is the one that works on it */
  async #claim(moveId: number): Promise<boolean> {
    const { database, clock, owner } = this.#parts;
    const now = clock.now();
    const { numUpdatedRows } = await database.query
      .updateTable('sys_oss_move')
      .set({ owner, update_time: new Date(now).toISOString() })
      .where('move_id', '=', moveId)
      .where('state', '=', 'running')
      .where((eb) =>
        eb.or([
          eb('owner', '=', owner),
          eb('owner', 'is', null),
          eb('update_time', '<=', new Date(now - SILENT_MS).toISOString()),
        ]),
      )
      .executeTakeFirst();
    return Number(numUpdatedRows) > 0;
  }

  async #moveAll({ moveId, from, to, moved: before }: StorageMove): Promise<void> {
    const { database } = this.#parts;
    let [moved, failed, cursor] = [before, 0, 0];
    let error: string | null = null;
    for (;;) {
      const batch = await database.query
        .selectFrom('sys_oss')
        .where('storage', '=', from)
        .where('oss_id', '>', cursor)
        .select(['oss_id', 'object_key', 'content_type', 'visibility'])
        .orderBy('oss_id')
        .limit(BATCH)
        .execute();
      for (const row of batch) {
        if (this.#closed) return;
        cursor = row.oss_id;
        try {
          if (await this.#moveOne(row, from, to)) moved += 1;
        } catch (thrown) {
          failed += 1;
          error = `${row.object_key}: ${reasonOf(thrown)}`.slice(0, 2000);
        }
      }
      await this.#update(moveId, { moved, failed, error });
      if (batch.length < BATCH) break;
      if (!(await this.#claim(moveId))) return;
    }
    await this.#update(moveId, { state: failed > 0 ? 'failed' : 'done' });
  }

  /** @returns false where it was removed or moved by somebody else meanwhile */
  async #moveOne(
    row: { oss_id: number; object_key: string; content_type: string; visibility: 'private' | 'public' },
    from: string,
    to: string,
  ): Promise<boolean> {
    const { database, leftovers, storages } = this.#parts;
    const { oss_id, object_key, visibility } = row;
    const target = await storages.named(to, visibility);
    // One that goes back to where its old copy still is keeps it.
    await leftovers.keep(oss_id, to, KEPT_MS);
    await copyObject(object_key, row.content_type, await storages.named(from, visibility), target);
    const switched = await database.transaction(async () => {
      const { numUpdatedRows } = await database.query
        .updateTable('sys_oss')
        .set({ storage: to })
        .where('oss_id', '=', oss_id)
        .where('storage', '=', from)
        .where('visibility', '=', visibility)
        .executeTakeFirst();
      if (Number(numUpdatedRows) === 0) return false;
      // Packages name their place a second time, for uploads that were cut off.
      await database.query
        .updateTable('app_package')
        .set({ storage: to })
        .where('package_url', '=', `oss://${oss_id}`)
        .execute();
      await leftovers.note({ ossId: oss_id, storage: from, objectKey: object_key }, [visibility], KEPT_MS);
      return true;
    });
    if (!switched) await target.remove(object_key);
    return switched;
  }

  #left(storage: string): Promise<number> {
    return requestContext.runIgnoringTenant(async () => {
      const row = await this.#parts.database.query
        .selectFrom('sys_oss')
        .where('storage', '=', storage)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirst();
      return row?.total ?? 0;
    });
  }

  async #update(
    moveId: number,
    columns: { moved?: number; failed?: number; error?: string | null; state?: 'done' | 'failed' },
  ): Promise<void> {
    await this.#parts.database.query
      .updateTable('sys_oss_move')
      .set({ ...columns, update_time: new Date(this.#parts.clock.now()).toISOString() })
      .where('move_id', '=', moveId)
      .where('state', '=', 'running')
      .execute();
  }

  #moves() {
    return this.#parts.database.query.selectFrom('sys_oss_move');
  }
}

const refused = (kind: string, why: string) =>
  conflict(
    'STORAGE_MOVE_REFUSED',
    `The files cannot be moved: ${why}`,
    'Choose another storage, or wait until the other move has ended.',
    { case: kind },
  );
