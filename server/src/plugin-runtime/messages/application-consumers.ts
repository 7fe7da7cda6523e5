import { randomUUID } from 'node:crypto';
import { RejectMessage, type Message } from '@platform/plugin-sdk/mq';
import {
  isA,
  reasonOf,
  requestContext,
  traced,
  within,
  type Logger,
  type SpanFacts,
} from '../../kernel/index.ts';
import type { Consumption, Delivery, Messaging, Outcome } from '../../messaging/index.ts';
import type { ApplicationState } from '../contract/application-access.ts';
import type { MessageHandler } from './collect-message-listeners.ts';

interface ConsumersOptions {
  readonly appCode: string;
  readonly handlers: readonly MessageHandler[];
  readonly messaging: Messaging;
  readonly logger: Logger;
  /** State of the application for a tenant. */
  readonly stateFor: (tenantId: string) => ApplicationState;
  readonly onFault: (error: unknown, what: string) => void;
}

/** Delay before a message is retried whose tenant has the application disabled, in milliseconds. */
const DISABLED_MS = 60_000;

/** Consumes messages for the listeners of one loaded application. (spec: E4; design 3.3) */
export class ApplicationConsumers {
  readonly #options: ConsumersOptions;
  readonly #unloaded = new AbortController();
  #consumptions: Array<{ readonly name: string; readonly consumption: Consumption }> = [];

  constructor(options: ConsumersOptions) {
    this.#options = options;
  }

  get handlers(): readonly MessageHandler[] {
    return this.#options.handlers;
  }

  /** Declares the queues that begin with the application's code. */
  declare(): Promise<void> {
    const { appCode, handlers, messaging } = this.#options;
    return messaging.declareFamily(appCode, [...new Set(handlers.map(({ queue }) => queue))]);
  }

  start(): void {
    const { appCode, handlers, messaging } = this.#options;
    this.#consumptions = handlers.map((handler) => ({
      name: handler.name,
      consumption: messaging.consume({
        appCode,
        queue: handler.queue,
        concurrency: handler.concurrency,
        attempts: handler.attempts ?? messaging.defaults.attempts,
        retryDelayMs: handler.retryDelayMs ?? messaging.defaults.retryDelayMs,
        handle: (delivery) => this.#handle(handler, delivery),
      }),
    }));
  }

  /** Stops consuming. A version that is rolled back to starts again. */
  stop(): void {
    for (const { consumption } of this.#consumptions) consumption.stop();
  }

  /**
   * Waits for the messages being handled; unfinished ones are requeued.
   *
   * @returns names of listeners that had not ended
   */
  async drain(timeoutMs: number): Promise<string[]> {
    const left = await Promise.all(
      this.#consumptions.map(async ({ name, consumption }) =>
        Array.from({ length: await consumption.drain(timeoutMs) }, () => name),
      ),
    );
    this.#unloaded.abort(new Error(`Application ${this.#options.appCode} is being unloaded.`));
    return left.flat();
  }

  async #handle(handler: MessageHandler, delivery: Delivery): Promise<Outcome> {
    const { appCode, stateFor, logger, onFault } = this.#options;
    const { queue, id, attempt, tenantId } = delivery;
    const state = tenantId === undefined ? 'enabled' : stateFor(tenantId);
    if (state === 'disabled') return { kind: 'postponed', delayMs: DISABLED_MS };
    if (state === 'none')
      return { kind: 'rejected', reason: `${appCode} is not installed for tenant ${tenantId}.` };
    let body: unknown;
    try {
      body = JSON.parse(delivery.body);
    } catch {
      return { kind: 'rejected', reason: 'The body is not JSON.' };
    }
    const context = { requestId: randomUUID(), tenantId, user: undefined, appCode };
    try {
      await this.#within(handler, (signal) =>
        requestContext.run(context, () =>
          traced(
            () => spanOf(handler, delivery, appCode),
            () => handler.receive(body, messageOf(delivery, signal)),
          ),
        ),
      );
      return { kind: 'done' };
    } catch (error) {
      const reason = reasonOf(error);
      if (isA(error, RejectMessage)) {
        logger.warn(`${handler.name} rejected message ${id} of ${queue}`, { error });
        return { kind: 'rejected', reason };
      }
      onFault(error, `${handler.name} failed on message ${id} of ${queue}, attempt ${attempt}`);
      return { kind: 'failed', reason };
    }
  }

  /** Runs a listener with its time limit; a later result is ignored. */
  async #within(handler: MessageHandler, work: (signal: AbortSignal) => unknown): Promise<void> {
    const timeoutMs = handler.timeoutMs ?? this.#options.messaging.defaults.timeoutMs;
    const limit = new AbortController();
    const signal = AbortSignal.any([limit.signal, this.#unloaded.signal]);
    await within((async () => work(signal))(), timeoutMs, () => {
      const error = new Error(`The listener did not finish within ${timeoutMs} ms.`);
      limit.abort(error);
      throw error;
    });
  }
}

function messageOf({ body: _body, ...delivery }: Delivery, signal: AbortSignal): Message {
  return Object.freeze({ ...delivery, headers: Object.freeze(delivery.headers), signal });
}

const spanOf = ({ name }: MessageHandler, delivery: Delivery, appCode: string): SpanFacts => {
  const { queue, id, attempt, tenantId, headers } = delivery;
  const { traceparent } = headers;
  return {
    name: `receive ${queue}`,
    kind: 'consumer',
    parent: typeof traceparent === 'string' ? traceparent : undefined,
    attributes: {
      'messaging.destination.name': queue,
      'messaging.message.id': id,
      'platform.application': appCode,
      'platform.tenant': tenantId,
      'platform.attempt': attempt,
      'code.function.name': name,
    },
  };
};
