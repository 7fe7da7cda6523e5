import type { IncomingMessage } from 'node:http';
import type { RequestContext } from '../context.ts';

/** What the edge knows of a request before any route sees it. */
export interface Exchange {
  readonly context: RequestContext;
  /** A token was sent but stands for no live session. */
  readonly tokenRejected: boolean;
  readonly startedAt: number;
  /** Application that answers, where it is not the host. */
  readonly appCode: string | undefined;
}

const exchanges = new WeakMap<IncomingMessage, Exchange>();

/** Hands the exchange from the edge to the routes behind it. */
export function bindExchange(request: IncomingMessage, exchange: Exchange): void {
  exchanges.set(request, exchange);
}

export function exchangeOf(request: IncomingMessage): Exchange {
  const exchange = exchanges.get(request);
  if (!exchange) throw new Error('The request did not come through the edge.');
  return exchange;
}
