import { randomUUID } from 'node:crypto';
import type { ClusterBus, LoggerLevel, LogLevels, LogThreshold } from '../../infra/index.ts';
import { question, type Siblings, type Undo } from '../../kernel/index.ts';
import { LevelSets, type LevelSet } from './level-sets.ts';
import { TimedLevels, unknownLogger } from './timed-levels.ts';

const TOPIC = 'loggers';
/** Hosts that have not confirmed a level by then are named, in milliseconds. */
const LIMIT_MS = 2_000;

const SET_LEVELS = question<readonly LevelSet[], null>('setLevels');
const LEVELS = question<null, readonly LevelSet[]>('levels');

type Message =
  /** The sender has these levels; with an id it wants to know who follows. */
  | { readonly sets: readonly LevelSet[]; readonly id?: string }
  | { readonly confirms: string; readonly nodeId: string }
  /** The sender may have missed levels. */
  | { readonly asks: true };

interface LevelParts {
  readonly levels: LogLevels;
  readonly bus: ClusterBus;
  /** Undefined where this worker is the only one of its machine. */
  readonly siblings: Siblings | undefined;
  readonly nodeId: string;
  /** Ids of the hosts that live, this one among them. */
  readonly liveNodes: () => Promise<readonly string[]>;
  readonly limitMs?: number;
}

/** The hosts of the platform after a level was set. */
interface Reached {
  readonly confirmed: readonly string[];
  readonly silent: readonly string[];
}

/** Levels of loggers, of this machine or of all hosts. (design 11.2, 11.8-9) */
export class PlatformLevels {
  readonly #parts: LevelParts;
  readonly #timed: TimedLevels;
  readonly #sets = new LevelSets();
  readonly #undo: Undo[] = [];
  /** The latest moment of a known setting; the next one is later, on a stopped clock too. */
  #at = 0;
  /** Hosts that have confirmed, by the id of the message. */
  readonly #confirmed = new Map<string, { readonly nodes: Set<string>; readonly look: () => void }>();

  constructor(parts: LevelParts) {
    this.#parts = parts;
    this.#timed = new TimedLevels(parts.levels);
    const { bus, siblings } = parts;
    this.#undo.push(
      bus.subscribe(TOPIC, {
        received: (body) => this.#receive(body as Message),
        missed: () => this.#tell({ asks: true }),
      }),
    );
    if (siblings === undefined) return;
    this.#undo.push(
      siblings.answer(LEVELS, () => this.#sets.list()),
      siblings.answer(SET_LEVELS, (sets) => {
        this.#follow(sets);
        return null;
      }),
    );
  }

  /** Takes over the levels of the workers beside this one, which has just started. */
  async start(): Promise<void> {
    const answers = await this.#parts.siblings?.ask(LEVELS, null);
    for (const { answer } of answers?.answered ?? []) this.#follow(answer);
  }

  async close(): Promise<void> {
    this.#timed.close();
    for (const undo of this.#undo) await undo();
  }

  list(): readonly LoggerLevel[] {
    return this.#parts.levels.list();
  }

  /** @throws LOGGER_UNKNOWN (404) */
  get(name: string): LoggerLevel {
    if (!this.#parts.levels.knows(name)) throw unknownLogger(name);
    return this.#parts.levels.get(name);
  }

  /**
   * Sets a level on this machine.
   *
   * @returns numbers of the workers that have it; undefined where this one is the only one
   * @throws as {@link TimedLevels.set}
   */
  async set(name: string, level: LogThreshold | undefined, duration?: string): Promise<number[] | undefined> {
    return this.#onMachine(this.#setHere(name, level, duration, false));
  }

  /** Sets a level on each host that lives. @throws as {@link TimedLevels.set} */
  async setEverywhere(name: string, level: LogThreshold | undefined, duration?: string): Promise<Reached> {
    const set = this.#setHere(name, level, duration, true);
    const { nodeId, liveNodes, limitMs = LIMIT_MS } = this.#parts;
    const [live] = await Promise.all([liveNodes(), this.#onMachine(set)]);
    const id = randomUUID();
    const nodes = new Set([nodeId]);
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = (): void => {
      if (live.every((each) => nodes.has(each))) resolve();
    };
    const timer = setTimeout(resolve, limitMs);
    this.#confirmed.set(id, { nodes, look });
    this.#tell({ sets: [set], id });
    look();
    await promise;
    clearTimeout(timer);
    this.#confirmed.delete(id);
    return {
      confirmed: live.filter((each) => nodes.has(each)),
      silent: live.filter((each) => !nodes.has(each)),
    };
  }

  #setHere(
    name: string,
    level: LogThreshold | undefined,
    duration: string | undefined,
    isEverywhere: boolean,
  ): LevelSet {
    this.#at = Math.max(Date.now(), this.#at + 1);
    const at = this.#at;
    const ms = this.#timed.set(name, level, duration);
    const set: LevelSet = {
      name,
      at,
      ...(isEverywhere ? { by: this.#parts.nodeId } : {}),
      ...(level === undefined ? {} : { level }),
      ...(ms === undefined ? {} : { until: at + ms }),
    };
    this.#sets.take(set);
    return set;
  }

  async #onMachine(set: LevelSet): Promise<number[] | undefined> {
    const { siblings } = this.#parts;
    if (siblings === undefined) return undefined;
    const { answered } = await siblings.ask(SET_LEVELS, [set]);
    return [siblings.own, ...answered.map(({ worker }) => worker)].map(({ number }) => number).sort();
  }

  #follow(sets: readonly LevelSet[]): void {
    const now = Date.now();
    for (const set of sets) {
      this.#at = Math.max(this.#at, set.at);
      if (this.#sets.take(set, now))
        this.#timed.follow(set.name, set.level, set.until === undefined ? undefined : set.until - now);
    }
  }

  #receive(message: Message): void {
    if ('asks' in message) {
      // One host answers, not all of a thousand.
      const sets = this.#sets.list().filter(({ by }) => by === this.#parts.nodeId);
      if (sets.length > 0) this.#tell({ sets });
    } else if ('confirms' in message) {
      const asked = this.#confirmed.get(message.confirms);
      asked?.nodes.add(message.nodeId);
      asked?.look();
    } else {
      this.#follow(message.sets);
      if (message.id !== undefined) this.#tell({ confirms: message.id, nodeId: this.#parts.nodeId });
    }
  }

  #tell(message: Message): void {
    this.#parts.bus.publish(TOPIC, message);
  }
}
