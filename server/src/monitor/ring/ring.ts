import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock, Logger } from '../../kernel/index.ts';
import type { Figures } from './ring-row.ts';
import type { RingStore, Step } from './ring-store.ts';
import { Summed } from './summed.ts';

const TICK_MS = 10_000;
const MINUTE_MS = 60_000;
/** A timer may be due a little early; a tick is taken after its end. */
const AFTER_MS = 25;

interface RingParts {
  readonly store: Pick<RingStore, 'add' | 'prune'>;
  readonly nodeId: string;
  /** The database's clock, so that the rows of all hosts lie side by side. */
  readonly clock: Clock;
  readonly logger: Logger;
  /** Figures since the last call. */
  readonly take: () => Figures;
}

/** Writes what this host measured: one row each ten seconds, one each minute. (design 16-28) */
export class Ring {
  readonly #parts: RingParts;
  /** Leaves the context of the caller that starts the ring. */
  readonly #outside = AsyncLocalStorage.snapshot();
  #timer: NodeJS.Timeout | undefined;
  #minute: { readonly atMs: number; readonly summed: Summed } | undefined;
  #lastMs = -Infinity;
  #silent = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(parts: RingParts) {
    this.#parts = parts;
  }

  start(): void {
    const left = TICK_MS - (this.#parts.clock.now() % TICK_MS) + AFTER_MS;
    this.#timer = setTimeout(() => {
      this.#writing = this.#outside(() => this.tick());
      this.start();
    }, left).unref();
  }

  /** Ends the tick before this moment. A failure is logged once, and its figures are lost. */
  async tick(): Promise<void> {
    const { clock, take, logger } = this.#parts;
    const atMs = (Math.floor(clock.now() / TICK_MS) - 1) * TICK_MS;
    // The clock was put back: the row exists.
    if (atMs <= this.#lastMs) return;
    this.#lastMs = atMs;
    try {
      await this.#write(atMs, take());
      this.#silent = false;
    } catch (error) {
      if (!this.#silent) logger.warn('The figures of this host could not be kept', { error });
      this.#silent = true;
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writing;
  }

  async #write(atMs: number, figures: Figures): Promise<void> {
    const minuteMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
    const before = this.#minute;
    // A tick at the end of a minute was missed.
    const missed = before !== undefined && before.atMs !== minuteMs;
    const minute = before && !missed ? before : { atMs: minuteMs, summed: new Summed() };
    minute.summed.add(figures);
    const complete = atMs + TICK_MS === minuteMs + MINUTE_MS;
    this.#minute = complete ? undefined : minute;
    await this.#add(10, atMs, figures);
    if (missed) await this.#add(60, before.atMs, before.summed);
    if (!complete) return;
    await this.#add(60, minuteMs, minute.summed);
    await this.#parts.store.prune(this.#parts.clock.now());
  }

  #add(step: Step, atMs: number, figures: Figures): Promise<void> {
    const { store, nodeId } = this.#parts;
    return store.add(nodeId, step, atMs, figures);
  }
}
