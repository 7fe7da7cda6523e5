import { setTimeout as sleep } from 'node:timers/promises';

/** An answer that names the service that is away is right while it is. */
const AWAY = new Set([
  'DATABASE_UNREACHABLE',
  'CACHE_UNREACHABLE',
  'MESSAGE_BROKER_UNAVAILABLE',
  'LOCK_TIMEOUT',
  'NODE_NUMBER_LOST',
]);
const HUNG_MS = 20_000;
const WORKERS = 6;

interface Answer {
  readonly status: number;
  /** Its error code, or what kept the request from being answered. */
  readonly code: string;
}

/** Which service a request needs beside the database. */
export type Probe = 'database' | 'cache' | 'broker';

/** Sends requests to one host as fast as it responds and records those that may be half done. */
export class ChaosLoad {
  /** Pairs whose transaction was answered with 200. */
  readonly acknowledged = new Set<number>();
  readonly wrong = new Map<string, number>();
  answered = 0;
  away = 0;
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #working: Array<Promise<void>> = [];
  #pair = 0;
  #over = false;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    for (let worker = 0; worker < WORKERS; worker += 1) this.#working.push(this.#work());
  }

  async stop(): Promise<void> {
    this.#over = true;
    await Promise.all(this.#working);
  }

  /** @returns milliseconds until the first success from now on */
  async recovery(probe: Probe, limitMs: number): Promise<number> {
    const started = performance.now();
    while ((await this.#ask(probe)).status !== 200) {
      if (performance.now() - started > limitMs) return Infinity;
      await sleep(10);
    }
    return performance.now() - started;
  }

  async state(): Promise<{ readonly halves: readonly number[]; readonly seen: readonly number[] }> {
    const response = await fetch(`${this.#url}/chaos/state`, { headers: this.#headers });
    const { data, msg } = (await response.json()) as {
      data?: { halves: number[]; seen: number[] };
      msg: string;
    };
    if (!data) throw new Error(msg);
    return data;
  }

  async #work(): Promise<void> {
    while (!this.#over) {
      for (const probe of ['database', 'cache', 'database', 'broker'] as const) {
        this.#count(await this.#ask(probe));
        await sleep(5);
      }
    }
  }

  async #ask(probe: Probe): Promise<Answer> {
    if (probe === 'cache') return this.#send('GET', '/chaos/cached');
    const pair = (this.#pair += 1);
    // Pairs that were only sent are negative.
    if (probe === 'broker') return this.#send('POST', '/chaos/sent', { pair: -pair });
    const answer = await this.#send('POST', '/chaos/pair', { pair });
    if (answer.status === 200) this.acknowledged.add(pair);
    return answer;
  }

  async #send(method: string, path: string, body?: object): Promise<Answer> {
    try {
      const response = await fetch(this.#url + path, {
        method,
        headers: this.#headers,
        signal: AbortSignal.timeout(HUNG_MS),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const { error = '' } = (await response.json()) as { error?: string };
      return { status: response.status, code: error };
    } catch (error) {
      const { cause, name } = error as Error;
      return { status: 0, code: (cause as { code?: string } | undefined)?.code ?? name };
    }
  }

  #count({ status, code }: Answer): void {
    if (status === 200) this.answered += 1;
    else if (AWAY.has(code)) this.away += 1;
    else if (!this.#over || status !== 0) {
      const what = `${status} ${code}`;
      this.wrong.set(what, (this.wrong.get(what) ?? 0) + 1);
    }
  }
}
