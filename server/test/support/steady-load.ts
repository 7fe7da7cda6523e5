import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** Between two requests of a sender: without it the load would take the processor from the host. */
const PAUSE_MS = 5;

/** Steady requests: half of them on connections that stay, half on one connection each. */
export class SteadyLoad {
  /** Code or status of each request that was not answered with 200, with how often. */
  readonly failures = new Map<string | number, number>();
  answered = 0;
  slowestMs = 0;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #asking: Promise<void>[];
  #isOver = false;

  constructor(url: string, width = 8) {
    this.#asking = Array.from({ length: width }, async (_, index) => {
      const agent = index % 2 === 0 ? this.#agent : false;
      while (!this.#isOver) {
        await this.#ask(url, agent);
        await pause(PAUSE_MS);
      }
    });
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#asking);
    this.#agent.destroy();
  }

  #ask(url: string, agent: Agent | false): Promise<void> {
    const begun = performance.now();
    const note = (outcome: string | number | undefined): void => {
      this.slowestMs = Math.max(this.slowestMs, performance.now() - begun);
      if (outcome === 200) this.answered += 1;
      else this.failures.set(outcome ?? '?', (this.failures.get(outcome ?? '?') ?? 0) + 1);
    };
    return new Promise((resolve) => {
      get(url, { agent }, (response) => {
        response
          .resume()
          .on('end', () => note(response.statusCode))
          .on('error', (error: NodeJS.ErrnoException) => note(error.code))
          .on('close', resolve);
      }).on('error', (error: NodeJS.ErrnoException) => {
        note(error.code);
        resolve();
      });
    });
  }
}
