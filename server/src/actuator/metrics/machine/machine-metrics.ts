import { question, type Left, type Legacy, type Sibling, type Siblings } from '../../../kernel/index.ts';
import type { MetricsSource, MetricsText } from '../metrics.ts';
import { isCounted, type Scraped } from '../scraped.ts';
import { NeverFalling } from './never-falling.ts';
import { sumsOf } from './sums.ts';

/** More than one family may take, since all are read at a time. */
const METRICS = question<null, readonly Scraped[]>('metrics', 4_000);

interface MachineParts {
  readonly own: MetricsSource;
  readonly siblings: Siblings;
  readonly legacy: Legacy;
}

/**
 * The metrics of all workers of this machine as one, whichever worker is asked. (design 11.8-10)
 *
 * Counters never fall: each worker leaves its own before it shows them to anybody, so that they
 * stay in the sum when it ends, is blocked or replaced. (docs/decisions/0150)
 */
export class MachineMetrics implements MetricsSource {
  readonly #parts: MachineParts;
  readonly #neverFalling = new NeverFalling();
  readonly #undo: () => unknown;
  /** Counters of the other workers by token, ended ones too, as of the last answer. */
  #others: ReadonlyMap<string, readonly Scraped[]> = new Map();
  #isAsked = false;

  constructor(parts: MachineParts) {
    this.#parts = parts;
    this.#undo = parts.siblings.answer(METRICS, () => this.#own('worker'));
  }

  async text(): Promise<MetricsText> {
    const registry = await sumsOf(await this.#all());
    return { type: registry.contentType, text: await registry.metrics() };
  }

  async families(): Promise<readonly Scraped[]> {
    return familiesOf(await this.#all());
  }

  /** Leaves what was counted until now, where anybody wants to know. */
  async close(): Promise<void> {
    if (this.#isAsked) await this.#own('worker');
    await this.#undo();
  }

  /** The families of each worker, those of this one first. */
  async #all(): Promise<ReadonlyArray<readonly Scraped[]>> {
    const { legacy, siblings } = this.#parts;
    // Read before the others are asked: who ends later has not left it yet, and is asked in vain.
    const reading = legacy.read().catch(() => undefined);
    const [left, own, { answered, missing }] = await Promise.all([
      reading,
      this.#own('all'),
      siblings.ask(METRICS, null),
    ]);
    const now = new Map(answered.map(({ worker, answer }) => [worker.token, answer]));
    const isKnown = (token: string): boolean => token === siblings.own.token || now.has(token);
    // A supervisor that is silent carries no answers either.
    const before = left?.map(({ token, text }) => [token, parsed(text)] as const) ?? this.#others;
    const rest = new Map([...before].filter(([token]) => !isKnown(token)));
    this.#others = new Map([
      ...[...now].map(([token, all]) => [token, all.filter(isCounted)] as const),
      ...rest,
    ]);
    if (left) await this.#fold(left);
    const workers = [siblings.own, ...answered.map(({ worker }) => worker)];
    return [[...own, upFamily(workers, missing)], ...now.values(), ...rest.values()];
  }

  async #own(part: 'worker' | 'all'): Promise<readonly Scraped[]> {
    this.#isAsked = true;
    const families = this.#neverFalling.follow(await this.#parts.own.families(part));
    await this.#parts.legacy.leave(JSON.stringify(families.filter(isCounted)));
    return families;
  }

  /** Makes one text of those of ended workers. */
  async #fold(left: readonly Left[]): Promise<void> {
    const ended = left.filter(({ hasEnded }) => hasEnded);
    if (ended.length < 2) return;
    const sums = await familiesOf(ended.map(({ text }) => parsed(text)));
    this.#parts.legacy.fold(
      ended.map(({ token }) => token),
      JSON.stringify(sums),
    );
  }
}

const parsed = (text: string): readonly Scraped[] => JSON.parse(text) as readonly Scraped[];

async function familiesOf(workers: ReadonlyArray<readonly Scraped[]>): Promise<readonly Scraped[]> {
  const registry = await sumsOf(workers);
  return (await registry.getMetricsAsJSON()) as unknown as readonly Scraped[];
}

/** Names the workers whose values of this moment are missing. */
function upFamily(up: readonly Sibling[], missing: readonly Sibling[]): Scraped {
  const samples = (workers: readonly Sibling[], value: number) =>
    workers.map(({ number }) => ({ labels: { worker: String(number) }, value }));
  return {
    name: 'platform_worker_up',
    help: '1 for a worker of this machine that answers, 0 for one that starts, stops or is blocked',
    type: 'gauge',
    aggregator: 'first',
    values: [...samples(up, 1), ...samples(missing, 0)].sort(
      (one, other) => Number(one.labels.worker) - Number(other.labels.worker),
    ),
  };
}
