import { randomUUID } from 'node:crypto';
import type { LogFilter } from '@platform/host-api';
import type { LiveLines } from '../../infra/index.ts';
import { question, type Siblings, type Undo } from '../../kernel/index.ts';
import { PendingLines, parsed } from './pending-lines.ts';

/** Milliseconds between two questions. */
const INTERVAL_MS = 250;
/** A worker that is no longer asked stops watching after these milliseconds. */
const LEASE_MS = 5_000;
/** Most lines below INFO of each worker. */
const MOST_BELOW = 500;

interface Asked {
  readonly follower: string;
  readonly filter: LogFilter;
  /** Numbers of the last answers that have arrived, by the token of the worker. */
  readonly seen: Readonly<Record<string, number>>;
}

interface Answer {
  /** From 1. An answer that came too late is given again. */
  readonly number: number;
  /** New lines since the question before, as JSON. */
  readonly lines: readonly string[];
  /** With the first answer, the last lines below INFO, which no file has. */
  readonly below: readonly string[];
  readonly leftOut: number;
}

const LOG_LINES = question<Asked, Answer>('logLines', 1_000);

interface Follower {
  readonly pending: PendingLines;
  readonly stop: () => void;
  readonly lease: NodeJS.Timeout;
  answer: Answer | undefined;
}

/** Takes new lines of the other workers. */
interface LinesTaker {
  add(raw: string): void;
  miss(lines: number): void;
}

interface FollowedSiblings {
  /** The last lines below INFO, once {@link look} has resolved. */
  readonly below: readonly string[];
  /** Takes what the others have now. */
  look(): Promise<void>;
  stop(): void;
}

/**
 * New lines of the log of the other workers of this machine, which ask each other while somebody
 * watches. All of it is bounded: each worker keeps some hundred lines for a watcher, and counts the
 * rest.
 */
export class SiblingLines {
  readonly #siblings: Siblings;
  readonly #live: LiveLines;
  readonly #followers = new Map<string, Follower>();
  readonly #undo: Undo;

  constructor(siblings: Siblings, live: LiveLines) {
    this.#siblings = siblings;
    this.#live = live;
    this.#undo = siblings.answer(LOG_LINES, (asked) => this.#answer(asked));
  }

  /** Followers for whom this worker watches. */
  get watched(): number {
    return this.#followers.size;
  }

  follow(filter: LogFilter, taker: LinesTaker): FollowedSiblings {
    const follower = randomUUID();
    const below: string[] = [];
    const seen: Record<string, number> = {};
    let isBegun = false;
    let asking: Promise<void> | undefined;
    const ask = async (): Promise<void> => {
      const { answered } = await this.#siblings.ask(LOG_LINES, { follower, filter, seen });
      for (const { worker, answer } of answered) {
        seen[worker.token] = answer.number;
        // A worker that has started meanwhile has new ones only.
        for (const line of answer.below) if (isBegun) taker.add(line);
        if (!isBegun) below.push(...answer.below);
        for (const line of answer.lines) taker.add(line);
        taker.miss(answer.leftOut);
      }
      isBegun = true;
    };
    // One that is slow is not asked again meanwhile.
    const look = (): Promise<void> => (asking ??= ask().finally(() => (asking = undefined)));
    const timer = setInterval(() => void look(), INTERVAL_MS).unref();
    return { below, look, stop: () => clearInterval(timer) };
  }

  async close(): Promise<void> {
    await this.#undo();
    for (const id of this.#followers.keys()) this.#forget(id);
  }

  #answer({ follower: id, filter, seen }: Asked): Answer {
    const known = this.#followers.get(id);
    const follower = known ?? this.#watch(id, filter);
    follower.lease.refresh();
    const { answer } = follower;
    if (answer !== undefined && answer.number !== seen[this.#siblings.own.token]) return answer;
    const { lines, leftOut } = follower.pending.takeRaw();
    follower.answer = {
      number: (answer?.number ?? 0) + 1,
      lines: lines.map(({ raw }) => raw),
      below: known ? [] : this.#below(filter),
      leftOut,
    };
    return follower.answer;
  }

  #watch(id: string, filter: LogFilter): Follower {
    const pending = new PendingLines(filter);
    const undo = this.#live.watch((line) => pending.add(line));
    const lease = setTimeout(() => this.#forget(id), LEASE_MS).unref();
    const follower: Follower = { pending, lease, stop: () => void undo(), answer: undefined };
    this.#followers.set(id, follower);
    return follower;
  }

  #forget(id: string): void {
    const follower = this.#followers.get(id);
    clearTimeout(follower?.lease);
    follower?.stop();
    this.#followers.delete(id);
  }

  #below(filter: LogFilter): string[] {
    const found = this.#live.below.flatMap((raw) => parsed(raw, filter)?.raw ?? []);
    return found.slice(-MOST_BELOW);
  }
}
