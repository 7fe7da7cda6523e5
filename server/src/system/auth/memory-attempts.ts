import type { Clock } from '../../kernel/index.ts';
import type { AttemptStore } from './attempts.ts';

const CAPACITY = 50_000;

/** Attempts counted in this process. */
export class MemoryAttempts implements AttemptStore {
  readonly #clock: Clock;
  readonly #values = new Map<string, { value: number; until: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async increment(key: string, ttl: number): Promise<number> {
    const value = ((await this.get(key)) ?? 0) + 1;
    await this.set(key, value, ttl);
    return value;
  }

  async get(key: string): Promise<number | undefined> {
    const entry = this.#values.get(key);
    return entry && entry.until > this.#clock.now() ? entry.value : undefined;
  }

  async set(key: string, value: number, ttl: number): Promise<void> {
    this.#values.delete(key);
    const [oldest] = this.#values.size >= CAPACITY ? this.#values.keys() : [];
    if (oldest !== undefined) this.#values.delete(oldest);
    this.#values.set(key, { value, until: this.#clock.now() + ttl * 1000 });
  }

  async remove(...keys: string[]): Promise<void> {
    for (const key of keys) this.#values.delete(key);
  }
}
