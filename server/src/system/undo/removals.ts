import type { RemovedRecords } from '@platform/host-api';
import {
  hasPermission,
  permissionMissing,
  type PlatformError,
  requestContext,
  type Clock,
  type LoginUser,
} from '../../kernel/index.ts';
import { isUniqueViolation, type Database, type Ids } from '../../data/index.ts';
import { conflict } from '../shared/failures.ts';
import { undoKind, UNDO_KINDS, type UndoKindName } from './kinds.ts';
import { brokenReference, insertRows, readRows, type Kept } from './kept-rows.ts';

/** Clients are told this time. */
const SECONDS = 10;
/** The way of an answer and of the request that undoes, in milliseconds. */
const WAY_MS = 2_000;

/** A removal by a person. */
export interface Removal {
  readonly kind: UndoKindName;
  /** Required permission; `login` for what is the person's own. */
  readonly permission: string;
  readonly ids: readonly number[];
}

/** A record that is put back, in the transaction that does so. */
export interface Restored {
  readonly actor: LoginUser;
  readonly recordId: number;
  readonly rows: Kept;
  /** Inserts the rows; to be called once. */
  readonly insert: () => Promise<void>;
}

/** Does what a kind needs beside its rows: checks, logs, what is known elsewhere. */
export type Restore = (restored: Restored) => Promise<void>;

interface RemovalParts {
  readonly database: Database;
  readonly ids: Ids;
  /** The database's: another host may be asked to undo. */
  readonly clock: Clock;
}

/** Removals of records, of which a single one can be undone for ten seconds. (design 12.1-3) */
export class Removals {
  readonly #parts: RemovalParts;
  readonly #restores = new Map<UndoKindName, Restore>();

  constructor(parts: RemovalParts) {
    this.#parts = parts;
  }

  /** Says how records of a kind are put back, where inserting their rows is not all. */
  restoreBy(kind: UndoKindName, restore: Restore): void {
    this.#restores.set(kind, restore);
  }

  /** Removes records, and keeps the rows of a single one in the same transaction. */
  async run(
    actor: LoginUser,
    { kind, permission, ids }: Removal,
    remove: (ids: readonly number[]) => Promise<number>,
  ): Promise<RemovedRecords> {
    const { database } = this.#parts;
    const [recordId] = ids;
    // A request to undo works in the tenant that is looked into, and finds nothing of the own.
    const isOwn = requestContext.current()?.user?.acting?.homeTenantId === actor.tenantId;
    if (ids.length !== 1 || recordId === undefined || isOwn) return { changed: await remove(ids) };
    return database.transaction(async () => {
      const rows = await readRows(database, UNDO_KINDS[kind], recordId);
      const changed = await remove(ids);
      // Nothing of what belongs to others is kept.
      if (changed === 0) return { changed };
      const undoId = this.#parts.ids.next();
      await database.query
        .insertInto('sys_undo')
        .values({
          undo_id: undoId,
          kind,
          permission,
          record_id: recordId,
          user_id: actor.userId,
          rows_json: JSON.stringify(rows),
          expires: this.#after(SECONDS * 1000 + WAY_MS),
        })
        .execute();
      return { changed, undo: { undoId, seconds: SECONDS } };
    });
  }

  /**
   * Puts a record back, for the person who removed it and still may.
   *
   * @throws UNDO_EXPIRED (409), UNDO_CONFLICT (409), FORBIDDEN (403), and what the kind refuses
   */
  async undo(actor: LoginUser, undoId: number): Promise<void> {
    try {
      await this.#parts.database.transaction(() => this.#restore(actor, undoId));
    } catch (error) {
      throw isUniqueViolation(error) ? taken() : error;
    }
  }

  /** Forgets what can no longer be undone, of all tenants. */
  async prune(): Promise<void> {
    await requestContext.runIgnoringTenant(() =>
      this.#parts.database.query.deleteFrom('sys_undo').where('expires', '<=', this.#after(0)).execute(),
    );
  }

  async #restore(actor: LoginUser, undoId: number): Promise<void> {
    const { database } = this.#parts;
    const row = await database.query
      .selectFrom('sys_undo')
      .where('undo_id', '=', undoId)
      .where('user_id', '=', actor.userId)
      .where('expires', '>', this.#after(0))
      .select(['kind', 'permission', 'record_id', 'rows_json'])
      .executeTakeFirst();
    const kind = undoKind(row?.kind ?? '');
    if (!row || !kind) throw expired();
    assertPermitted(actor, row.permission);
    // Only one of two simultaneous requests removes it.
    const { numDeletedRows } = await database.query
      .deleteFrom('sys_undo')
      .where('undo_id', '=', undoId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw expired();
    const rows = JSON.parse(row.rows_json) as Kept;
    if (await brokenReference(database, kind, rows)) throw gone();
    const insert = () => insertRows(database, kind, rows);
    const restore = this.#restores.get(row.kind as UndoKindName);
    await (restore?.({ actor, recordId: row.record_id, rows, insert }) ?? insert());
  }

  #after(ms: number): string {
    return new Date(this.#parts.clock.now() + ms).toISOString();
  }
}

function assertPermitted(actor: LoginUser, permission: string): void {
  if (permission === 'login' || hasPermission(actor, permission)) return;
  throw permissionMissing(permission);
}

const expired = (): PlatformError =>
  conflict(
    'UNDO_EXPIRED',
    'The removal can no longer be undone.',
    `A record can be put back for ${SECONDS} seconds, by the person who removed it. Add it again.`,
  );

const taken = (): PlatformError =>
  conflict('UNDO_CONFLICT', 'Its key is used by another record meanwhile.', 'Add it again with another key.');

const gone = (): PlatformError =>
  conflict('UNDO_CONFLICT', 'A record that it belongs to is gone meanwhile.', 'Reload the list.');
