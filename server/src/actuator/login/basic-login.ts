import {
  monitoringMissing,
  PlatformError,
  type Clock,
  type MonitoringLogin,
  type MonitoringRefusal,
  type RateLimit,
  type RateLimits,
} from '../../kernel/index.ts';
import { networkOf } from '../../system/index.ts';
import type { PlatformKey } from '../../data/index.ts';
import { basicPair, isSame, type Credentials } from './credentials.ts';
import { isOwnCheck } from './own-check.ts';

/** Wrong tries of a network in a minute, after which right ones have to wait, too. */
const WRONG_TRIES = 5;

const CHALLENGE = { 'www-authenticate': 'Basic realm="actuator", charset="UTF-8"' };

interface BasicLoginParts {
  /** Secret key of the platform: the health check reads it, too. */
  readonly key: PlatformKey;
  readonly clock: Clock;
  readonly rates: RateLimits;
}

/**
 * HTTP Basic with the monitoring credentials. Only wrong credentials count as tries: a probe
 * without any stays 401. The host's own health check has a proof instead, so that wrong tries of
 * others do not end a host that lives. (spec: Authentication 4; design 11.8-3, 11.8-9)
 */
export class BasicLogin implements MonitoringLogin {
  readonly #pair: string;
  readonly #key: PlatformKey;
  readonly #clock: Clock;
  readonly #wrong: RateLimit;

  constructor({ username, password }: Credentials, { key, clock, rates }: BasicLoginParts) {
    this.#pair = `${username}:${password}`;
    this.#key = key;
    this.#clock = clock;
    this.#wrong = rates.limit('monitoring', WRONG_TRIES, clock);
  }

  refusal(authorization: string | undefined, address: string): MonitoringRefusal | undefined {
    const now = this.#clock.now();
    if (isOwnCheck(authorization, this.#key, now)) return undefined;
    const pair = basicPair(authorization);
    if (pair === undefined) return { error: monitoringMissing(), headers: CHALLENGE };
    const network = networkOf(address);
    const wait = this.#wrong.wait(network, now);
    if (wait > 0) return { error: limited(wait), headers: { 'retry-after': String(wait) } };
    if (isSame(pair, this.#pair)) return undefined;
    this.#wrong.hit(network, now);
    return { error: wrong(), headers: CHALLENGE };
  }
}

const wrong = (): PlatformError =>
  new PlatformError({
    code: 'MONITORING_LOGIN_WRONG',
    status: 401,
    message: 'The monitoring credentials are wrong.',
    fix: 'Send management.username and management.password by HTTP Basic.',
  });

const limited = (seconds: number): PlatformError =>
  new PlatformError({
    code: 'MONITORING_LOGIN_LIMITED',
    status: 429,
    message: 'This network has sent wrong monitoring credentials too often.',
    fix: `Try again in ${seconds} seconds.`,
    details: { retryAfterSeconds: seconds },
  });
