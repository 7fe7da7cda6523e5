import type { Undo } from '../../kernel/index.ts';
import type { Broker, BrokerStatus, Consumption } from './broker.ts';
import { brokerUnavailable } from './failures.ts';

const REASON = 'none is configured';

/**
 * The absent broker of a host that is configured without one. (spec: middleware, message broker)
 */
export class NoBroker implements Broker {
  get status(): BrokerStatus {
    return { kind: 'none', available: false, reason: REASON };
  }

  onStatus(): Undo {
    return () => undefined;
  }

  async open(): Promise<void> {}

  async declare(): Promise<void> {}

  async hasQueue(): Promise<boolean> {
    return false;
  }

  publish(): Promise<void> {
    return Promise.reject(brokerUnavailable(REASON));
  }

  consume(): Consumption {
    return { stop: () => undefined, drain: async () => 0 };
  }

  counts(): Promise<never> {
    return Promise.reject(brokerUnavailable(REASON));
  }

  deadLetters(): Promise<never> {
    return Promise.reject(brokerUnavailable(REASON));
  }

  discard(): Promise<never> {
    return Promise.reject(brokerUnavailable(REASON));
  }

  redeliver(): Promise<never> {
    return Promise.reject(brokerUnavailable(REASON));
  }

  async remove(): Promise<void> {}

  async close(): Promise<void> {}
}
