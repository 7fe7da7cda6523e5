import { Worker } from 'node:worker_threads';

/** A defining statement, or a column to add if it is missing. */
export type Definition =
  | { readonly sql: string }
  | { readonly table: string; readonly column: string; readonly sql: string };

/** Limits of the thread's heap; the page limit bounds SQLite's own memory. */
const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 };
const MAX_PAGES = 16_384;

interface Answer {
  readonly id: number;
  readonly rows?: ReadonlyArray<Record<string, unknown>>;
  readonly error?: { readonly message: string; readonly errcode?: number };
}

/** An in-memory SQLite database in a thread with a time limit. */
export class SqliteThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, PromiseWithResolvers<Answer>>();
  #next = 0;
  #ended = false;

  /** @param limitMs time until the thread is terminated; open requests then fail */
  constructor(limitMs: number) {
    this.#worker = new Worker(`(${serve.toString()})()`, {
      eval: true,
      workerData: MAX_PAGES,
      resourceLimits: LIMITS,
    });
    const timer = setTimeout(() => this.#end('the time limit was exceeded'), limitMs);
    this.#worker.unref();
    this.#worker.on('message', (answer: Answer) => {
      this.#waiting.get(answer.id)?.resolve(answer);
      this.#waiting.delete(answer.id);
    });
    this.#worker.on('error', (error: unknown) => this.#end(String(error)));
    this.#worker.on('exit', () => {
      clearTimeout(timer);
      this.#end('the thread has ended');
    });
  }

  get hasEnded(): boolean {
    return this.#ended;
  }

  /** @throws SQLite's error with its `errcode` */
  async ask(kind: 'define' | 'prepare' | 'query', given: Definition): Promise<Answer['rows']> {
    if (this.#ended) throw new Error('The SQLite thread has ended.');
    const id = (this.#next += 1);
    const waiting = Promise.withResolvers<Answer>();
    this.#waiting.set(id, waiting);
    this.#worker.postMessage({ id, kind, ...given });
    const { error, rows } = await waiting.promise;
    if (error) throw Object.assign(new Error(error.message), { errcode: error.errcode });
    return rows;
  }

  async close(): Promise<void> {
    this.#ended = true;
    await this.#worker.terminate();
  }

  #end(reason: string): void {
    this.#ended = true;
    void this.#worker.terminate();
    for (const [id, { resolve }] of this.#waiting) resolve({ id, error: { message: reason } });
  }
}

// Stryker disable all: the thread has this text alone, without the switches of the mutations.
/** Runs from its source text in the thread, so it must not refer to anything outside itself. */
function serve(): void {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const { parentPort, ...thread } = process.getBuiltinModule('node:worker_threads');
  const database = new DatabaseSync(':memory:');
  database.exec(`pragma max_page_count = ${String(thread.workerData as number)}`);
  const hasColumn = 'select 1 from pragma_table_info(?) where lower(name) = lower(?)';
  parentPort?.on(
    'message',
    (asked: { id: number; kind: string; sql: string; table?: string; column?: string }) => {
      const { id, kind, sql, table, column } = asked;
      try {
        if (kind === 'query') return parentPort.postMessage({ id, rows: database.prepare(sql).all() });
        if (kind === 'prepare') database.prepare(sql);
        else if (!table || !column || !database.prepare(hasColumn).get(table, column)) database.exec(sql);
        parentPort.postMessage({ id });
      } catch (error) {
        const { message, errcode } = error as { message: string; errcode?: number };
        parentPort.postMessage({ id, error: { message, errcode } });
      }
    },
  );
}
