import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { requestContext } from '../context.ts';
import { abortRequest, bindExchange, exchangeOf, type Exchange } from './exchange.ts';

const request = (): IncomingMessage => ({}) as IncomingMessage;
const exchange = (abort?: AbortController): Exchange => ({
  context: { requestId: 'request-1' } as Exchange['context'],
  ...{
    path: '/',
    tokenRejected: false,
    startedAt: 0,
    appCode: undefined,
    route: undefined,
    choice: undefined,
  },
  ...(abort && { abort }),
});

it('belongs to a request that came through the edge', () => {
  const [known, unknown] = [request(), request()];
  const bound = exchange();
  bindExchange(known, bound);
  expect(exchangeOf(known)).toBe(bound);
  expect(() => exchangeOf(unknown)).toThrow('The request did not come through the edge.');
});

it('aborts the signal that its handler reads, in the context of the request', () => {
  const [read, unread, unknown] = [request(), request(), request()];
  const abort = new AbortController();
  bindExchange(read, exchange(abort));
  bindExchange(unread, exchange());
  const reason = new Error('The host stops.');
  let context: unknown;
  abort.signal.addEventListener('abort', () => (context = requestContext.current()?.requestId));
  for (const each of [read, unread, unknown]) abortRequest(each, reason);
  expect(abort.signal.reason).toBe(reason);
  expect(context).toBe('request-1');
});
