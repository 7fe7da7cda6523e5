import type { MessageHeaders } from '@platform/plugin-sdk/mq';
import type { Selectable } from 'kysely';
import { isUniqueViolation, type Database, type HostSchema, type Ids } from '../../data/index.ts';
import type { Clock } from '../../kernel/index.ts';
import type { DeadLetter, Delivery, Envelope, QueueCounts } from '../broker/broker.ts';
import type { QueueDeclaration } from '../topology/declarations.ts';

/** A message that this host holds a lease on. */
export interface Claim {
  readonly rowId: number;
  readonly delivery: Delivery;
}

interface StoreOptions {
  readonly database: Database;
  readonly ids: Ids;
  readonly clock: Clock;
  /** Unique among the hosts of a database. */
  readonly owner: string;
}

/** Lease of a message in milliseconds; renewed while a consumer handles it. */
export const LEASE_MS = 60_000;
const REASON_LENGTH = 1_000;
/** Marks a row that only counts attempts; an external broker holds the message. */
const RETURNED = 'returned';

/** Queues and messages in the database, shared by all hosts on it. */
export class MessageStore {
  readonly #options: StoreOptions;

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  async queues(): Promise<QueueDeclaration[]> {
    const rows = await this.#query
      .selectFrom('sys_message_queue')
      .select(['queue', 'bindings_json'])
      .execute();
    return rows.map(({ queue, bindings_json }) => ({
      name: queue,
      bindings: JSON.parse(bindings_json) as QueueDeclaration['bindings'],
    }));
  }

  /** All hosts that become ready for an application declare its queues at the same time. */
  async saveQueue(queue: QueueDeclaration): Promise<void> {
    const { name, bindings } = queue;
    const bindings_json = JSON.stringify(bindings);
    const [known] = await this.#query
      .selectFrom('sys_message_queue')
      .select('bindings_json')
      .where('queue', '=', name)
      .execute();
    if (known?.bindings_json === bindings_json) return;
    if (known) {
      await this.#query
        .updateTable('sys_message_queue')
        .set({ bindings_json })
        .where('queue', '=', name)
        .execute();
      return;
    }
    try {
      await this.#query.insertInto('sys_message_queue').values({ queue: name, bindings_json }).execute();
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      // Another host was faster.
      await this.saveQueue(queue);
    }
  }

  async removeQueue(queue: string): Promise<void> {
    await this.#query.deleteFrom('sys_message').where('queue', '=', queue).execute();
    await this.#query.deleteFrom('sys_message_queue').where('queue', '=', queue).execute();
  }

  /** Puts a message into each of the queues, within the open transaction if there is one. */
  async insert(
    status: 'ready' | 'outbox',
    queues: readonly string[],
    { id, exchange, routingKey, body, headers, tenantId, sender, sentAt }: Envelope,
    delayMs: number,
  ): Promise<void> {
    if (queues.length === 0) return;
    const { ids } = this.#options;
    await this.#query
      .insertInto('sys_message')
      .values(
        queues.map((queue) => ({
          row_id: ids.next(),
          status,
          queue,
          message_id: id,
          exchange,
          routing_key: routingKey,
          body,
          headers_json: JSON.stringify(headers),
          sender_tenant: tenantId ?? null,
          sender: sender ?? null,
          sent_at: sentAt ?? null,
          available_at: this.#in(delayMs),
        })),
      )
      .execute();
  }

  /** Queues with messages that are due and not leased. */
  async queuesWithWork(): Promise<string[]> {
    const now = this.#in(0);
    const rows = await this.#query
      .selectFrom('sys_message')
      .select('queue')
      .distinct()
      .where('status', '=', 'ready')
      .where('available_at', '<=', now)
      .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
      .execute();
    return rows.map(({ queue }) => queue);
  }

  /** Leases up to `limit` messages, the oldest first; one host gets each message. */
  async claim(queue: string, limit: number, status: 'ready' | 'outbox' = 'ready'): Promise<Claim[]> {
    const now = this.#in(0);
    const rows = await this.#query
      .selectFrom('sys_message')
      .selectAll()
      .where('status', '=', status)
      .where('queue', '=', queue)
      .where('available_at', '<=', now)
      .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
      .orderBy('row_id')
      .limit(limit)
      .execute();
    const claims: Claim[] = [];
    for (const row of rows) {
      const { numUpdatedRows } = await this.#query
        .updateTable('sys_message')
        .set({
          attempt: row.attempt + 1,
          lease_owner: this.#options.owner,
          lease_until: this.#in(LEASE_MS),
        })
        .where('row_id', '=', row.row_id)
        .where('status', '=', status)
        .where('attempt', '=', row.attempt)
        .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
        .executeTakeFirst();
      if (Number(numUpdatedRows) !== 1) continue;
      claims.push({
        rowId: row.row_id,
        delivery: { ...envelopeOf(row), queue, attempt: row.attempt + 1 },
      });
    }
    return claims;
  }

  async extend(rowIds: readonly number[]): Promise<void> {
    if (rowIds.length === 0) return;
    await this.#query
      .updateTable('sys_message')
      .set({ lease_until: this.#in(LEASE_MS) })
      .where('row_id', 'in', [...rowIds])
      .where('lease_owner', '=', this.#options.owner)
      .execute();
  }

  async remove(...rowIds: readonly number[]): Promise<void> {
    if (rowIds.length === 0) return;
    await this.#query.deleteFrom('sys_message').where('row_id', 'in', rowIds).execute();
  }

  /** Redelivers a message. @param attempt attempts to count */
  async release(rowId: number, delayMs: number, attempt: number): Promise<void> {
    await this.#query
      .updateTable('sys_message')
      .set({ attempt, available_at: this.#in(delayMs), lease_owner: null, lease_until: null })
      .where('row_id', '=', rowId)
      .execute();
  }

  /** Turns a message into a dead letter. */
  async bury(rowId: number, reason: string): Promise<void> {
    await this.#query
      .updateTable('sys_message')
      .set({
        status: 'dead',
        reason: reason.slice(0, REASON_LENGTH),
        lease_owner: null,
        lease_until: null,
      })
      .where('row_id', '=', rowId)
      .execute();
  }

  /**
   * Counts redeliveries of an unsettled message, such as one that kills the process.
   *
   * @returns redeliveries so far
   */
  async countReturn(queue: string, messageId: string): Promise<number> {
    const isIt = { queue, message_id: messageId, status: RETURNED };
    const { numUpdatedRows } = await this.#query
      .updateTable('sys_message')
      .set((eb) => ({ attempt: eb('attempt', '+', 1) }))
      .where((eb) => eb.and(isIt))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) {
      const row = { ...isIt, exchange: '', routing_key: '', body: '', headers_json: '{}' };
      await this.#query
        .insertInto('sys_message')
        .values({ ...row, row_id: this.#options.ids.next(), attempt: 1, available_at: this.#in(0) })
        .execute();
    }
    const known = await this.#query
      .selectFrom('sys_message')
      .select('attempt')
      .where((eb) => eb.and(isIt))
      .executeTakeFirst();
    return known?.attempt ?? 0;
  }

  async forgetReturns(queue: string, messageId: string): Promise<void> {
    await this.#query
      .deleteFrom('sys_message')
      .where((eb) => eb.and({ queue, message_id: messageId, status: RETURNED }))
      .execute();
  }

  /** Releases the leases of an earlier process of this host. */
  async releaseOwn(): Promise<void> {
    await this.#query
      .updateTable('sys_message')
      .set({ lease_owner: null, lease_until: null })
      .where('lease_owner', '=', this.#options.owner)
      .execute();
  }

  async counts(queue: string): Promise<QueueCounts> {
    const rows = await this.#query
      .selectFrom('sys_message')
      .select((eb) => ['status' as const, eb.fn.countAll<number>().as('total')])
      .where('queue', '=', queue)
      .groupBy('status')
      .execute();
    const of = (status: string): number => rows.find((row) => row.status === status)?.total ?? 0;
    return { queue, messages: of('ready'), deadLetters: of('dead') };
  }

  async deadLetters(queue: string, limit: number): Promise<DeadLetter[]> {
    const rows = await this.#query
      .selectFrom('sys_message')
      .selectAll()
      .where('status', '=', 'dead')
      .where('queue', '=', queue)
      .orderBy('row_id')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ ...envelopeOf(row), reason: row.reason ?? '' }));
  }

  /** @param ids all when omitted. @returns number of dead letters that are gone */
  async discard(queue: string, ids?: readonly string[]): Promise<number> {
    const { numDeletedRows } = await this.#query
      .deleteFrom('sys_message')
      .where('queue', '=', queue)
      .where('status', '=', 'dead')
      .$if(ids !== undefined, (query) => query.where('message_id', 'in', [...(ids ?? [])]))
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  /** @param ids all when omitted. @returns number of dead letters that became messages again */
  async revive(queue: string, ids?: readonly string[]): Promise<number> {
    const { numUpdatedRows } = await this.#query
      .updateTable('sys_message')
      .set({ status: 'ready', attempt: 0, reason: null, available_at: this.#in(0) })
      .where('queue', '=', queue)
      .where('status', '=', 'dead')
      .$if(ids !== undefined, (query) => query.where('message_id', 'in', [...(ids ?? [])]))
      .executeTakeFirst();
    return Number(numUpdatedRows);
  }

  get #query() {
    return this.#options.database.query;
  }

  #in(ms: number): string {
    return new Date(this.#options.clock.now() + ms).toISOString();
  }
}

const envelopeOf = (row: Selectable<HostSchema['sys_message']>): Envelope => ({
  id: row.message_id,
  exchange: row.exchange,
  routingKey: row.routing_key,
  body: row.body,
  headers: JSON.parse(row.headers_json) as MessageHeaders,
  tenantId: row.sender_tenant ?? undefined,
  sender: row.sender ?? undefined,
  sentAt: row.sent_at ?? undefined,
});
