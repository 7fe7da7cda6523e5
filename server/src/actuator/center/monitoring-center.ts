import { request } from 'undici';
import { PlatformError, reasonOf, type Logger } from '../../kernel/index.ts';
import { up, type Health } from '../health/health.ts';
import { basicHeader } from '../login/credentials.ts';

/** Time limits of one exchange with the center, in milliseconds. */
const LIMIT_MS = 5_000;
const FAREWELL_LIMIT_MS = 2_000;

/** This host as the center shows it. (protocol of Spring Boot Admin) */
export interface Registration {
  readonly name: string;
  readonly serviceUrl: string;
  readonly managementUrl: string;
  readonly healthUrl: string;
  readonly metadata: Readonly<Record<string, string>>;
}

interface CenterOptions {
  /** Such as `http://user:password@monitor-admin:9090/admin`. */
  readonly address: string;
  readonly intervalMs: number;
  readonly logger: Logger;
}

/**
 * Registers this host at a monitoring center, again and again: a center that was restarted knows
 * nobody. The host never depends on it. (spec: Middleware; design 11.3)
 */
export class MonitoringCenter {
  readonly #options: CenterOptions;
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #attempt: Promise<void> = Promise.resolve();
  #id: string | undefined;
  /** Why the last attempt failed; `null` before the first one, undefined after a success. */
  #failure: string | undefined | null = null;

  /** @throws CONFIG_INVALID for an address that is none */
  constructor(options: CenterOptions) {
    this.#options = options;
    const { url, authorization } = splitAddress(options.address);
    this.#url = `${url}/instances`;
    this.#headers = {
      accept: 'application/json',
      ...(authorization === undefined ? {} : { authorization }),
    };
  }

  start(registration: Registration): void {
    this.#attempt = this.#register(registration);
  }

  /**
   * Registers no more. A center that is away does not hold the host up.
   *
   * @param isLeaving whether the center is told that this host goes
   */
  async stop({ isLeaving } = { isLeaving: true }): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#attempt;
    if (this.#id === undefined || !isLeaving) return;
    try {
      const signal = AbortSignal.timeout(FAREWELL_LIMIT_MS);
      const url = `${this.#url}/${encodeURIComponent(this.#id)}`;
      const { body } = await request(url, { method: 'DELETE', headers: this.#headers, signal });
      await body.dump();
    } catch (error) {
      this.#options.logger.debug('The monitoring center was not notified of the end', {
        reason: reasonOf(error),
      });
    }
  }

  health(): Health {
    if (this.#failure === undefined) return up({ id: this.#id });
    if (this.#failure === null) return { status: 'UNKNOWN' };
    return { status: 'DOWN', details: { error: this.#failure } };
  }

  async #register(registration: Registration): Promise<void> {
    try {
      this.#id = await this.#post(registration);
      this.#succeeded();
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      this.#failed(reasonOf(error));
    }
    if (this.#stopping.signal.aborted) return;
    this.#timer = setTimeout(() => this.start(registration), this.#options.intervalMs).unref();
  }

  /** Redirects are not followed: what follows one would receive the credentials. */
  async #post(registration: Registration): Promise<string> {
    const { statusCode, body } = await request(this.#url, {
      method: 'POST',
      headers: { ...this.#headers, 'content-type': 'application/json' },
      body: JSON.stringify(registration),
      signal: AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(LIMIT_MS)]),
    });
    if (statusCode !== 200 && statusCode !== 201) {
      await body.dump();
      throw new Error(`it answered ${statusCode}`);
    }
    const answer = (await body.json()) as { id?: unknown } | null;
    if (typeof answer?.id === 'string') return answer.id;
    throw new Error('it answered without an id');
  }

  #succeeded(): void {
    if (this.#failure === null) this.#options.logger.info('Registered at the monitoring center');
    else if (this.#failure !== undefined) this.#options.logger.info('The monitoring center is back');
    this.#failure = undefined;
  }

  /** Tells of the first failure only, however long the center is away. */
  #failed(reason: string): void {
    if (typeof this.#failure !== 'string') {
      this.#options.logger.warn(
        'The monitoring center cannot be reached; the host keeps running and retries',
        {
          reason,
        },
      );
    }
    this.#failure = reason;
  }
}

/** The address without its credentials, and these as a header. (design 11.8-7) */
function splitAddress(address: string): { url: string; authorization: string | undefined } {
  const url = new URL(address);
  const pair = pairOf(url);
  const authorization = pair === ':' ? undefined : basicHeader(pair);
  return { url: `${url.origin}${url.pathname.replace(/\/+$/, '')}`, authorization };
}

function pairOf({ username, password }: URL): string {
  try {
    return `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  } catch {
    throw new PlatformError({
      code: 'CONFIG_INVALID',
      message:
        'User or password in monitor.address (MONITOR_ADDRESS) has a % without two hexadecimal digits after it.',
      fix: 'Percent-encode both: a % is %25.',
    });
  }
}
