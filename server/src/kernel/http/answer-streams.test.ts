import { getEventListeners, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../logger.ts';
import { testConfig } from '../testing/config.ts';
import { respond } from './answer.ts';
import { defineRoute, HttpService } from './index.ts';
import { SessionStreams } from './session-streams.ts';

type Given = Parameters<typeof respond>;

const user = {
  userId: 1,
  userName: 'ann',
  tenantId: '000000',
  sessionId: 7,
  roles: [],
  permissions: [],
};

let http: HttpService;
let server: Server;
let stream: PassThrough;
let live: Set<number>;
let endSessions: () => void;
let asked: number;

beforeEach(async () => {
  live = new Set([7]);
  asked = 0;
  stream = new PassThrough();
  http = new HttpService(testConfig(), silentLogger);
  http.useAuthenticator({
    authenticate: () => user,
    liveAmong: async () => {
      asked += 1;
      return live;
    },
    onEnded: (listener) => {
      endSessions = listener;
      return () => undefined;
    },
  });
  http.routes(
    ['text/event-stream', 'text/plain', 'none'].map((type) =>
      defineRoute({
        method: 'GET',
        url: `/${type}`,
        auth: 'login',
        summary: 'x',
        handler: ({ reply }) => {
          if (type !== 'none') reply.header('content-type', type);
          return stream;
        },
      }),
    ),
  );
  await http.ready();
  server = createServer(http.handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  stream.destroy();
  server.close();
  await http.close();
});

/** An answer whose first bytes have arrived. */
async function opened(type = 'text/event-stream'): Promise<Response> {
  stream.write('data: first\n\n');
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${type}`, {
    headers: { authorization: 'Bearer x' },
  });
}

describe('an event stream', () => {
  it('ends completely with its session and closes its source', async () => {
    const response = await opened();
    live.clear();
    endSessions();
    expect(await response.text()).toBe('data: first\n\n');
    await expect.poll(() => stream.destroyed).toBe(true);
  });

  it('ends completely when the host stops, even if its source still writes', async () => {
    const response = await opened();
    http.stop();
    stream.write('data: late\n\n');
    expect(await response.text()).toBe('data: first\n\n');
    await expect.poll(() => stream.destroyed).toBe(true);
  });

  it('is not watched after it has closed', async () => {
    const response = await opened();
    stream.end();
    await response.text();
    await expect.poll(() => stream.closed).toBe(true);
    live.clear();
    endSessions();
    expect(asked).toBe(0);
  });
});

describe('other streams', () => {
  it('are bytes where nothing says what they are', async () => {
    expect((await opened('none')).headers.get('content-type')).toBe('application/octet-stream');
  });

  it('outlive the session and the stop of the host', async () => {
    const response = await opened('text/plain');
    live.clear();
    endSessions();
    http.stop();
    stream.end('the rest');
    expect(await response.text()).toBe('data: first\n\nthe rest');
  });

  it('close the connection when they fail after the first bytes', async () => {
    const response = await opened('text/plain');
    stream.destroy(new Error('the disk is gone'));
    await expect(response.text()).rejects.toThrow('terminated');
  });
});

describe('a stream that closes before its end', () => {
  const failures = async (work: (response: Response, abort: AbortController) => unknown) => {
    const error = vi.fn();
    const seen = new HttpService(testConfig(), {
      ...silentLogger,
      error,
      child: () => ({ ...silentLogger, error }),
    });
    const handler = ({ reply }: { reply: { header(name: string, value: string): unknown } }) => {
      reply.header('content-type', 'text/plain');
      return stream;
    };
    const route = { method: 'GET', url: '/open/stream', auth: 'public', summary: 'x', handler } as const;
    seen.routes([defineRoute(route)]);
    await seen.ready();
    const own = createServer(seen.handle).listen(0, '127.0.0.1');
    await once(own, 'listening');
    const abort = new AbortController();
    stream.write('first');
    const { port } = own.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/open/stream`, { signal: abort.signal });
    const closed = once(stream, 'close');
    await work(response, abort);
    await closed;
    await new Promise((resolve) => setTimeout(resolve, 20));
    own.close();
    await seen.close();
    return error.mock.calls.map(([message]) => message as string);
  };

  // An application may throw anything: a stream takes an empty value for no error.
  it.each([undefined, null, NaN, ''])('fails, whatever it was destroyed with: %s', async (value) => {
    const logged = await failures(async (response) => {
      stream.destroy(value as unknown as Error);
      await expect(response.text()).rejects.toThrow('terminated');
    });
    expect(logged).toEqual(['The stream of a response failed']);
  });

  it('does not fail where its client has left, or it has ended', async () => {
    expect(await failures((_response, abort) => abort.abort())).toEqual([]);
    stream = new PassThrough();
    const logged = await failures(async (response) => {
      stream.end();
      expect(await response.text()).toBe('first');
    });
    expect(logged).toEqual([]);
  });
});

describe('unfinished streams', () => {
  const closed = (source: PassThrough) => new Promise((resolve) => source.once('close', resolve));

  function answered(type: string) {
    const stopping = new AbortController();
    const onFailure = vi.fn();
    const raw = {
      headersSent: true,
      writableEnded: false,
      destroyed: false,
      end: vi.fn((done: () => void) => done()),
      destroy: vi.fn(() => (raw.destroyed = true)),
    };
    const reply = { sent: false, raw, getHeader: () => type, hasHeader: () => true, request: { url: '/x' } };
    const give = (value: unknown): unknown =>
      respond(value, reply as unknown as Given[1], { context: { user } } as unknown as Given[2], {
        stopping: stopping.signal,
        streams: new SessionStreams(silentLogger),
        logger: silentLogger,
        onFailure,
        typed: false,
      });
    return { give, raw, reply, stopping, onFailure };
  }

  it('are detached from the response before it ends, and then destroyed', () => {
    const { give, raw, stopping } = answered('text/event-stream');
    const unpipe = vi.spyOn(stream, 'unpipe');
    expect(give(stream)).toBe(stream);
    raw.end.mockImplementationOnce((done) => {
      expect(unpipe).toHaveBeenCalledExactlyOnceWith(raw);
      expect(stream.destroyed).toBe(false);
      done();
    });
    stopping.abort();
    expect(raw.end).toHaveBeenCalledOnce();
    expect(stream.destroyed).toBe(true);
  });

  it('are only destroyed when the response has not started, or has ended', () => {
    for (const state of [{ headersSent: false }, { writableEnded: true }]) {
      const { give, raw, stopping } = answered('text/event-stream');
      const source = new PassThrough();
      Object.assign(raw, state);
      give(source);
      stopping.abort();
      expect(raw.end).not.toHaveBeenCalled();
      expect(source.destroyed).toBe(true);
    }
  });

  it('do not delay the stop of the host', async () => {
    const { give, stopping } = answered('text/event-stream');
    give(stream);
    expect(getEventListeners(stopping.signal, 'abort')).toHaveLength(1);
    stream.destroy();
    await once(stream, 'close');
    expect(getEventListeners(stopping.signal, 'abort')).toHaveLength(0);
  });

  it('are reported and aborted once when they fail after the first bytes', async () => {
    const { give, raw, onFailure } = answered('text/plain');
    give(stream);
    stream.on('error', () => undefined);
    stream.destroy(new Error('the disk is gone'));
    await closed(stream);
    expect(raw.destroy).toHaveBeenCalledOnce();
    expect(onFailure).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status: 500 }));
    const { give: giveUnsent, raw: unsent, onFailure: notCalled } = answered('text/plain');
    const other = new PassThrough().on('error', () => undefined);
    unsent.headersSent = false;
    giveUnsent(other);
    other.destroy(new Error('no'));
    await closed(other);
    expect(unsent.destroy).not.toHaveBeenCalled();
    expect(notCalled).not.toHaveBeenCalled();
  });

  it('are not answered again when the handler has responded itself', () => {
    const { give, reply } = answered('text/plain');
    expect(give(reply)).toBe(reply);
    reply.sent = true;
    expect(give('late')).toBe(reply);
  });
});
