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

  it.each([
    'error loading dynamically imported module: /x.js',
    'Importing a module script failed.',
    'Failed to load module script: the server responded with text/html',
  ])('is looked up for the error of any browser: %s', async (text) => {
    const asked: unknown[] = [];
    const fetchFile: typeof fetch = async (address, options) => {
      asked.push([address, options?.cache]);
      return new Response(null, { status: 500 });
    };
    const address = 'https://apps.example/hello/index.js';
    const error = await diagnose({ ...failure, thrown: new TypeError(text), address }, fetchFile);
    expect(asked).toEqual([[address, 'no-store']]);
    expect(error).toMatchObject({
      message: `${address} answered 500`,
      transient: true,
      requestId: undefined,
    });
  });

  it('that names no file may be tried again', async () => {
    const thrown = new TypeError('Importing a module script failed.');
    const fetchFile = vi.fn<typeof fetch>();
    expect(await diagnose({ ...failure, thrown }, fetchFile)).toMatchObject({
      ...{ message: thrown.message, transient: true, cause: thrown },
    });
    expect(fetchFile).not.toHaveBeenCalled();
  });

  it('is an answer without a content type', async () => {
    const error = await diagnose({ ...failure, thrown }, async () => new Response(null));
    expect(error.message).toBe('/remote-apps/hello/List-1.js answered no content type instead of JavaScript');
  });

  it('keeps a diagnosed error', async () => {
    const known = new RemoteError({ ...failure, code: 'REMOTE_TIMEOUT', message: 'late' });
    expect(await diagnose({ ...failure, thrown: known }, answering(200))).toBe(known);
  });
});
