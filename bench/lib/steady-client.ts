import { Agent, get } from 'node:http';

/** Sends requests at a steady rate, without waiting for answers, and counts failures. */
export class SteadyClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 200 });
  readonly #timer: NodeJS.Timeout;
  #sent = 0;
  #answered = 0;
  readonly failures: string[] = [];
  readonly latencies: number[] = [];

  /**
   * @param url the address, or what chooses one for each request
   * @param rate requests a second
   */
  constructor(url: string | (() => string), rate: number, headers: Record<string, string>) {
    const address = typeof url === 'string' ? () => url : url;
    const startedAt = performance.now();
    this.#timer = setInterval(() => {
      const due = ((performance.now() - startedAt) / 1000) * rate;
      while (this.#sent < due) this.#send(address(), headers);
    }, 2);
  }

  get sent(): number {
    return this.#sent;
  }

  /** Stops sending and waits for the answers of in-flight requests. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    while (this.#answered < this.#sent) await new Promise((resolve) => setTimeout(resolve, 10));
    this.#agent.destroy();
  }

  #send(url: string, headers: Record<string, string>): void {
    this.#sent++;
    const startedAt = performance.now();
    const end = (failure?: string): void => {
      this.#answered++;
      this.latencies.push(performance.now() - startedAt);
      if (failure) this.failures.push(failure);
    };
    get(url, { agent: this.#agent, headers }, (response) => {
      if (response.statusCode === 200) return void response.resume().once('end', () => end());
      let body = '';
      response.setEncoding('utf8').on('data', (part: string) => (body += part));
      response.once('end', () => end(`status ${response.statusCode} ${body.slice(0, 200)}`));
    }).once('error', (error) => end(error.message));
  }
}
