import { AsyncLocalStorage } from 'node:async_hooks';
import { EventPublisher } from '@platform/plugin-sdk/core';
import {
  PlatformError,
  requestContext,
  serviceToken,
  type RequestContext,
  type Undo,
} from '../../kernel/index.ts';
import { sealEvent } from './flat-event.ts';

/**
 * Gives an event to its listeners; each of the promises ends with one of them and is never
 * rejected.
 */
type EventReceiver = (event: object, publisher: RequestContext | undefined) => ReadonlyArray<Promise<void>>;

/** The transaction that an event waits for. */
interface EventTransactions {
  readonly inTransaction: boolean;
  afterCommit(work: () => void): void;
}

/**
 * Takes events of the host and of every application, and hands them on. (spec: Events; design 3.7)
 */
export class HostEvents extends EventPublisher {
  readonly #transactions: () => EventTransactions;
  readonly #receivers = new Set<EventReceiver>();
  /** Leaves the publisher's transaction and whatever else flows with its work. */
  readonly #outside = AsyncLocalStorage.snapshot();

  constructor(transactions: () => EventTransactions) {
    super();
    this.#transactions = transactions;
  }

  relay(receiver: EventReceiver): Undo {
    this.#receivers.add(receiver);
    return () => void this.#receivers.delete(receiver);
  }

  override async publish(event: object): Promise<void> {
    sealEvent(event);
    const publisher = requestContext.current();
    this.#transactions().afterCommit(() => void Promise.all(this.#deliver(event, publisher)));
  }

  override async publishNow(event: object): Promise<void> {
    sealEvent(event);
    void Promise.all(this.#deliver(event, requestContext.current()));
  }

  override async publishAndWait(event: object): Promise<void> {
    sealEvent(event);
    if (this.#transactions().inTransaction) throw waitsForItself(event);
    await Promise.all(this.#deliver(event, requestContext.current()));
  }

  #deliver(event: object, publisher: RequestContext | undefined): Array<Promise<void>> {
    return this.#outside(() => [...this.#receivers].flatMap((receive) => receive(event, publisher)));
  }
}

/** Events of this host; applications and modules that only publish use `EventPublisher`. */
export const EVENTS = serviceToken<HostEvents>('events');

const waitsForItself = (event: object): PlatformError =>
  new PlatformError({
    code: 'EVENT_WAIT_IN_TRANSACTION',
    message: `publishAndWait(${event.constructor.name}) was called inside a transaction: the listeners would wait for the commit and the commit for the listeners.`,
    fix: 'Use publish(), which delivers after the commit, or call publishAndWait() after the transaction.',
  });
