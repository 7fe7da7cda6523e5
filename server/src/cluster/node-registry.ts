import { AsyncLocalStorage } from 'node:async_hooks';
import type { PlatformNode } from '@platform/host-api';
import type { Insertable, Selectable } from 'kysely';
import {
  NODE_BEAT_MS,
  NODE_LEASE_MS,
  type Database,
  type DatabaseClock,
  type HostSchema,
} from '../data/index.ts';
import type { ClusterBus } from '../infra/index.ts';
import {
  PlatformError,
  serviceToken,
  systemTimers,
  type Logger,
  type Timers,
  type Undo,
} from '../kernel/index.ts';
import { LoadMeter, type NodeLoad } from './node-load.ts';
import { applicationsBehind } from './applications-behind.ts';
import { nodeOf } from './platform-node.ts';

/** Time after which the row of a dead node is removed, in milliseconds. */
const FORGET_MS = 600_000;
/** Heartbeats between two looks at clocks and dead nodes. */
const ROUND = 10;

export const NODES_TOPIC = 'nodes';

type NodeRow = Insertable<HostSchema['sys_node']>;

/** This process. */
export interface OwnNode {
  readonly nodeId: string;
  readonly facts: Pick<
    NodeRow,
    | 'host_id'
    | 'machine'
    | 'pid'
    | 'host_version'
    | 'desired_format'
    | 'pool_size'
    | 'trusted_key_ids'
    | 'process_group'
    | 'process_scope'
  >;
  /** URL of its API; empty until it listens. */
  readonly address: () => string;
  /** The cache that it has now; null while it is unknown. */
  readonly cacheId: () => string | null;
}

interface NodeRegistryOptions {
  readonly database: Database;
  readonly clock: DatabaseClock;
  readonly bus: ClusterBus;
  readonly logger: Logger;
  readonly own: OwnNode;
  /** Interval of heartbeats in milliseconds. */
  readonly beatMs?: number;
  readonly timers?: Timers;
  /** Resource usage of this process. */
  readonly load?: { read(): NodeLoad; close(): void };
}

/**
 * The processes of the platform, in `sys_node`, each with a lease that it renews. (design 10.4,
 * 10.7-6, 10.7-12)
 */
export class NodeRegistry {
  readonly #options: NodeRegistryOptions;
  readonly #load: NonNullable<NodeRegistryOptions['load']>;
  readonly #timers: Timers;
  /** Leaves the context of the caller that starts a heartbeat. */
  readonly #outside = AsyncLocalStorage.snapshot();
  #stopBeating: Undo | undefined;
  #startedAt = '';
  #renewedAt = -Infinity;
  #draining = false;
  #convergedAt: string | null = null;
  readonly #onReturn = new Set<() => void>();
  #beats = 0;
  #count = 1;
  #beating: Promise<void> | undefined;
  #silent = false;
  #closed = false;

  constructor(options: NodeRegistryOptions) {
    this.#options = options;
    this.#timers = options.timers ?? systemTimers;
    this.#load = options.load ?? new LoadMeter();
  }

  get nodeId(): string {
    return this.#options.own.nodeId;
  }

  /** Whether other hosts count on this one. A process that was stopped notices at once. */
  get leaseHeld(): boolean {
    return this.#timers.elapsed() - this.#renewedAt < NODE_LEASE_MS;
  }

  /** Whether an operator has taken this node out; it still answers. */
  get draining(): boolean {
    return this.#draining;
  }

  /** Adds this process and keeps its lease until it is closed. */
  async open(): Promise<void> {
    this.#startedAt = this.#options.clock.timestamp;
    await this.#renew();
    this.#stopBeating = this.#timers.every(this.#options.beatMs ?? NODE_BEAT_MS, () => void this.beat());
    this.#changed();
  }

  /** Renews the lease now. A failure is logged, and tried again with the next heartbeat. */
  beat(): Promise<void> {
    return (this.#beating ??= this.#outside(() => this.#tryToRenew()).finally(
      () => (this.#beating = undefined),
    ));
  }

  /** How many nodes live, this one included, as it was half a minute ago. */
  get count(): number {
    return this.#count;
  }

  /** All nodes, in the order of their start; gone ones until they are forgotten. */
  async list(): Promise<PlatformNode[]> {
    const behind = await applicationsBehind(this.#options.database);
    const rows = await this.rows();
    return rows.map((row) => ({ ...row, behind: behind(row.nodeId) }));
  }

  /** As {@link list}, without what they run, which is a row for each node and application. */
  async rows(): Promise<PlatformNode[]> {
    const rows = await this.#select().orderBy('started_at').orderBy('node_id').execute();
    return rows.map((row) => this.#seen(row));
  }

  /**
   * One node, without what it runs.
   *
   * @throws NODE_NOT_FOUND (404)
   */
  async get(nodeId: string): Promise<PlatformNode> {
    const row = await this.#select().where('node_id', '=', nodeId).executeTakeFirst();
    if (row === undefined) throw unknownNode(nodeId);
    return this.#seen(row);
  }

  /**
   * Takes a node out of service, or returns it. It receives so at once, or with its next heartbeat.
   *
   * @throws NODE_NOT_FOUND (404)
   */
  async setDraining(nodeId: string, draining: boolean): Promise<void> {
    const { numUpdatedRows } = await this.#options.database.query
      .updateTable('sys_node')
      .set({ draining })
      .where('node_id', '=', nodeId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n && !(await this.#has(nodeId))) throw unknownNode(nodeId);
    if (nodeId === this.nodeId) this.#draining = draining;
    this.#changed(nodeId);
  }

  /** Says that this node runs all that it should, for the first time. (design 10.7-16) */
  async converged(): Promise<void> {
    this.#convergedAt ??= this.#options.clock.timestamp;
    await this.#options.database.query
      .updateTable('sys_node')
      .set({ converged_at: this.#convergedAt })
      .where('node_id', '=', this.nodeId)
      .execute();
  }

  /**
   * @param listener is called once this node is known again after the others had forgotten it, and
   *   with it all that it had said of itself
   */
  onReturn(listener: () => void): Undo {
    this.#onReturn.add(listener);
    return () => void this.#onReturn.delete(listener);
  }

  /**
   * Follows a change that another node has told of.
   *
   * @param nodeId whose; undefined where messages were missed. Only one's own is read, since all
   *   hosts learn of each host that starts
   */
  async look(nodeId?: string): Promise<void> {
    if (nodeId === undefined || nodeId === this.nodeId) await this.#readDraining();
  }

  /** Removes this process, so that nobody waits for its lease to end. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#stopBeating?.();
    this.#load.close();
    await this.#beating;
    if (this.#startedAt === '') return;
    try {
      await this.#remove([this.nodeId]);
      this.#changed();
    } catch (error) {
      this.#options.logger.warn('This host could not be removed from the list of hosts', { error });
    }
  }

  #select() {
    return this.#options.database.query.selectFrom('sys_node').selectAll();
  }

  #seen(row: Selectable<HostSchema['sys_node']>): PlatformNode {
    const at = { now: this.#options.clock.now(), leaseMs: NODE_LEASE_MS, self: this.nodeId };
    return nodeOf(row, at, []);
  }

  async #tryToRenew(): Promise<void> {
    const { logger } = this.#options;
    try {
      if (this.#closed) return;
      await this.#renew();
      if (this.#silent) logger.info('The lease of this host is renewed again');
      this.#silent = false;
    } catch (error) {
      if (this.#silent || this.#closed) return;
      this.#silent = true;
      logger.warn('The lease of this host could not be renewed', { error });
    }
  }

  async #renew(): Promise<void> {
    const { clock, database, own } = this.#options;
    const begun = this.#timers.elapsed();
    const isRound = this.#beats++ % ROUND === 0;
    // Leases that a wrong clock writes and reads would end those of others, or outlive their host.
    if (isRound || clock.wasSet) await clock.measure();
    if (isRound) await this.#forget();
    const changing = {
      address: own.address(),
      cache_id: own.cacheId(),
      heartbeat_at: clock.timestamp,
      clock_offset_ms: clock.offsetMs,
      ...this.#load.read(),
    };
    const { numUpdatedRows } = await database.query
      .updateTable('sys_node')
      .set(changing)
      .where('node_id', '=', own.nodeId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n && !(await this.#has(own.nodeId))) {
      await database.query
        .insertInto('sys_node')
        .values({
          node_id: own.nodeId,
          ...own.facts,
          ...changing,
          started_at: this.#startedAt,
          draining: this.#draining,
          converged_at: this.#convergedAt,
        })
        .execute();
      if (this.#renewedAt > -Infinity) for (const listener of this.#onReturn) listener();
    } else await this.#readDraining();
    if (isRound) await this.#countLiving();
    // The answer may have taken long; the lease runs from the question.
    this.#renewedAt = begun;
  }

  async #readDraining(): Promise<void> {
    const row = await this.#options.database.query
      .selectFrom('sys_node')
      .select('draining')
      .where('node_id', '=', this.nodeId)
      .executeTakeFirst();
    this.#draining = row?.draining ?? this.#draining;
  }

  async #has(nodeId: string): Promise<boolean> {
    const row = await this.#options.database.query
      .selectFrom('sys_node')
      .select('node_id')
      .where('node_id', '=', nodeId)
      .executeTakeFirst();
    return row !== undefined;
  }

  async #forget(): Promise<void> {
    const { clock, database } = this.#options;
    const dead = await database.query
      .selectFrom('sys_node')
      .select('node_id')
      .where('heartbeat_at', '<', new Date(clock.now() - FORGET_MS).toISOString())
      .execute();
    await this.#remove(dead.map(({ node_id }) => node_id).filter((id) => id !== this.nodeId));
  }

  /** Those whose lease has not run out. */
  async living(nodeIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (nodeIds.length === 0) return new Set();
    const { clock, database } = this.#options;
    const rows = await database.query
      .selectFrom('sys_node')
      .select('node_id')
      .where('node_id', 'in', nodeIds)
      .where('heartbeat_at', '>=', new Date(clock.now() - NODE_LEASE_MS).toISOString())
      .execute();
    return new Set(rows.map(({ node_id }) => node_id));
  }

  async #countLiving(): Promise<void> {
    const { clock, database } = this.#options;
    const { living } = await database.query
      .selectFrom('sys_node')
      .select(({ fn }) => fn.countAll<number | string>().as('living'))
      .where('heartbeat_at', '>=', new Date(clock.now() - NODE_LEASE_MS).toISOString())
      .executeTakeFirstOrThrow();
    this.#count = Math.max(1, Number(living));
  }

  async #remove(nodeIds: readonly string[]): Promise<void> {
    if (nodeIds.length === 0) return;
    const { database } = this.#options;
    await database.query.deleteFrom('sys_node_app').where('node_id', 'in', nodeIds).execute();
    await database.query.deleteFrom('sys_node').where('node_id', 'in', nodeIds).execute();
  }

  #changed(nodeId = this.nodeId): void {
    this.#options.bus.publish(NODES_TOPIC, nodeId);
  }
}

export const NODE_REGISTRY = serviceToken<NodeRegistry>('node registry');

const unknownNode = (nodeId: string): PlatformError =>
  new PlatformError({
    code: 'NODE_NOT_FOUND',
    status: 404,
    message: `There is no host ${nodeId}.`,
    fix: 'It may have stopped meanwhile. GET /system/nodes lists the hosts.',
  });
