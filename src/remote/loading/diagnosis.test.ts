import { describe, expect, it, vi } from 'vitest';
import { RemoteError } from '../errors.ts';
import { diagnose } from './diagnosis.ts';

const chunk = 'http://localhost:3000/remote-apps/hello/List-1.js';
const thrown = new TypeError(`Failed to fetch dynamically imported module: ${chunk}`);
const failure = { code: 'REMOTE_CHUNK_FAILED', stage: 'chunk', app: 'hello' } as const;
const answering =
  (status: number, type = 'text/javascript') =>
  async () =>
    new Response('', { status, headers: { 'content-type': type, 'x-request-id': 'req-1' } });

describe('the cause of a failed module request', () => {
  it.each([
    [503, 'text/plain', true, /answered 503/],
    [404, 'text/plain', false, /answered 404/],
    [429, 'text/plain', true, /answered 429/],
    [200, 'text/html', false, /answered text\/html instead of JavaScript/],
    [200, 'text/javascript', true, /or a module it imports, could not be fetched/],
  ])('%i %s', async (status, type, transient, message) => {
    const error = await diagnose({ ...failure, thrown }, answering(status, type));
    expect(error).toMatchObject({
      code: 'REMOTE_CHUNK_FAILED',
      stage: 'chunk',
      transient,
      status,
      requestId: 'req-1',
    });
    expect(error.message).toMatch(message);
  });

  it('a missing connection is transient', async () => {
    const error = await diagnose({ ...failure, thrown }, () => Promise.reject(new TypeError('offline')));
    expect(error).toMatchObject({ transient: true, status: undefined });
    expect(error.message).toMatch(/cannot be reached/);
  });

  it('an error of the module itself is not', async () => {
    const error = await diagnose(
      { ...failure, thrown: new ReferenceError('x is not defined') },
      answering(503),
    );
    expect(error).toMatchObject({ transient: false, message: 'x is not defined' });
  });

  it('is determined without reading the whole file', async () => {
    const cancel = vi.fn();
    const fetchFile = async () => new Response(new ReadableStream({ cancel }), { status: 503 });
    const thrown = new TypeError('Failed to fetch dynamically imported module: http://host/x.js');
    await diagnose({ thrown, code: 'REMOTE_CHUNK_FAILED', stage: 'chunk', app: 'hello' }, fetchFile);
    expect(cancel).toHaveBeenCalledOnce();
  });

  it('keeps a diagnosed error', async () => {
    const known = new RemoteError({ ...failure, code: 'REMOTE_TIMEOUT', message: 'late' });
    expect(await diagnose({ ...failure, thrown: known }, answering(200))).toBe(known);
  });
});
