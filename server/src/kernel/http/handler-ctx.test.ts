import { EventEmitter } from 'node:events';
import { Type } from 'typebox';
import { describe, expect, it, vi } from 'vitest';
import { requestContext } from '../context.ts';
import { silentLogger } from '../logger.ts';
import type { Exchange } from './exchange.ts';
import { undeclaredPageFields } from './page-query.ts';
import { HandlerCtx, type Incoming, type Reply } from './handler-ctx.ts';

const user = { userId: 1, userName: 'a', tenantId: '000001', sessionId: 1, roles: [], permissions: [] };

function made(closed = false, pageFields: readonly string[] = []) {
  const raw = Object.assign(new EventEmitter(), { closed });
  const reply = { raw, status: vi.fn(), header: vi.fn(), redirect: vi.fn(() => 'sent') };
  const exchange = {
    context: { requestId: 'id', tenantId: '000001', remoteAddress: '1.2.3.4', user },
  } as unknown as Exchange;
  const request = {
    headers: { a: 'b' },
    query: { pageNum: '2', a: 'b' },
    params: { id: 7 },
    body: 1,
  } as unknown as Incoming;
  const limits = { logger: silentLogger, uploadLimit: 1 };
  return {
    raw,
    reply,
    exchange,
    ctx: new HandlerCtx(request, reply as unknown as Reply, exchange, limits, pageFields),
  };
}

describe('what a handler gets', () => {
  it('holds the facts of its request', () => {
    const { ctx, exchange } = made();
    expect(ctx).toMatchObject({ user, tenantId: '000001', requestId: 'id', remoteAddress: '1.2.3.4' });
    expect([ctx.headers, ctx.body, ctx.log]).toEqual([{ a: 'b' }, 1, silentLogger]);
    expect([ctx.query, ctx.params]).toEqual([{ pageNum: '2', a: 'b' }, { id: 7 }]);
    expect(ctx.page).toEqual({ pageNum: 2, pageSize: 20 });
    exchange.context = { ...exchange.context, remoteAddress: undefined };
    expect(ctx.remoteAddress).toBe('');
  });

  it('findings: has no parameter of the page in a declared query', () => {
    const { ctx } = made(false, ['pageNum', 'pageSize']);
    expect(ctx.query).toEqual({ a: 'b' });
    expect(ctx.page).toEqual({ pageNum: 2, pageSize: 20 });
    expect(undeclaredPageFields(Type.Object({ pageNum: Type.Integer() }))).toEqual([
      'pageSize',
      'orderByColumn',
      'isAsc',
    ]);
    expect(undeclaredPageFields(undefined)).toEqual([]);
  });

  it('is aborted when the client leaves, within the context of the request', () => {
    const { ctx, raw, exchange } = made();
    const { signal } = ctx;
    expect(ctx.signal).toBe(signal);
    expect(raw.listenerCount('close')).toBe(1);
    let heard: unknown;
    signal.addEventListener('abort', () => (heard = requestContext.current()));
    raw.emit('close');
    expect([signal.aborted, heard]).toEqual([true, exchange.context]);
  });

  it('is aborted at once when the client has left, and with the reason that is given', () => {
    expect(made(true).ctx.signal.aborted).toBe(true);
    const { ctx } = made();
    const reason = new Error('too slow');
    ctx.abort(reason);
    expect(ctx.signal.aborted).toBe(false);
    ctx.abort(reason);
    expect(ctx.signal.reason).toBe(reason);
  });

  it('sets status, headers and the name of a file, and redirects', () => {
    const { ctx, reply } = made();
    expect(ctx.reply.status(201).header('x-a', 'b')).toBe(ctx);
    expect(reply.status).toHaveBeenCalledWith(201);
    const bytes = new Uint8Array(1);
    expect(ctx.reply.file(bytes, 'a.csv', 'text/csv')).toBe(bytes);
    expect(reply.header.mock.calls).toEqual([
      ['x-a', 'b'],
      ['content-type', 'text/csv'],
      ['content-disposition', expect.stringMatching(/^attachment; filename="a.csv"/)],
    ]);
    ctx.reply.file(bytes, 'a');
    expect(reply.header).toHaveBeenCalledWith('content-type', 'application/octet-stream');
    expect([ctx.reply.redirect('/a'), ctx.reply.redirect('/b', 301)]).toEqual(['sent', 'sent']);
    expect(reply.redirect.mock.calls).toEqual([
      ['/a', 302],
      ['/b', 301],
    ]);
  });
});
