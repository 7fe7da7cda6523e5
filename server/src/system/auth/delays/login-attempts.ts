import { hash } from 'node:crypto';
import type { Database } from '../../../data/index.ts';
import type { Clock } from '../../../kernel/index.ts';
import { RetryLater } from '../retry-later.ts';
import { answerDelay, waitSeconds, type DelayPolicy } from './delay.ts';
import { FailureCounts } from './failure-counts.ts';
import { networkOf } from './network.ts';
import { WaitingRoom } from './waiting-room.ts';

const ALL_NETWORKS = '';
/** Logins that wait at a time, of all names. */
const WAITING = 200;

/** The user name and the network of an attempt. */
export interface Attempt {
  readonly tenantId: string;
  readonly userName: string;
  /** Address of the client. */
  readonly ip: string;
  /** Aborts when the client goes. */
  readonly signal: AbortSignal;
}

/**
 * Slows failed logins down: a name from one network has to wait longer and longer; over all
 * networks it is never locked, but is answered later and later. Names are counted whether or not an
 * account has them, so that a wait does not tell which exist. (design 9.8-63, 11.8-16)
 */
export class LoginAttempts {
  readonly #counts: FailureCounts;
  readonly #policy: DelayPolicy;
  readonly #room = new WaitingRoom(WAITING);

  constructor(database: Database, clock: Clock, policy: DelayPolicy) {
    this.#counts = new FailureCounts(database, clock);
    this.#policy = policy;
  }

  /**
   * Counts an attempt before its password is looked at, so that attempts made at the same time
   * count too, and lets it wait.
   *
   * @returns whether a failure of this attempt must be reported to the owner
   * @throws LOGIN_LOCKED, LOGIN_RATE_LIMITED (429)
   */
  async begin({ tenantId, userName, ip, signal }: Attempt): Promise<{ readonly alarming: boolean }> {
    const account = accountOf(tenantId, userName);
    const network = networkOf(ip);
    const there = await this.#counts.count(
      { account, network },
      (failures) => waitSeconds(failures, this.#policy) * 1000,
    );
    if ('tooEarlyBy' in there) throw tooEarly(Math.ceil(there.tooEarlyBy / 1000));
    const anywhere = await this.#counts.count({ account, network: ALL_NETWORKS }, () => 0);
    const failures = 'failures' in anywhere ? anywhere.failures : 1;
    // This attempt is in the count: it waits for those before it.
    await this.#room.wait(answerDelay(failures - 1, this.#policy), signal);
    return { alarming: failures === this.#policy.afterFailures };
  }

  /**
   * Forgets the failures of a name from this network, and over all, after its password was right.
   */
  async succeed({ tenantId, userName, ip }: Omit<Attempt, 'signal'>): Promise<void> {
    await this.#counts.forget(accountOf(tenantId, userName), networkOf(ip), ALL_NETWORKS);
  }

  /** Forgets every failure of a name, as an administrator may. */
  async clear(tenantId: string, userName: string): Promise<void> {
    await this.#counts.forget(accountOf(tenantId, userName));
  }

  removeOld(): Promise<void> {
    return this.#counts.removeOld();
  }
}

function tooEarly(seconds: number): RetryLater {
  return new RetryLater(
    'LOGIN_LOCKED',
    'Too many failed logins for this user name from your network.',
    seconds,
  );
}

function accountOf(tenantId: string, userName: string): string {
  return hash('sha256', JSON.stringify([tenantId, userName]), 'hex').slice(0, 32);
}
