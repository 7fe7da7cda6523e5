import { describe, expect, it } from 'vitest';
import { RemoteError } from '../errors.ts';
import { diagnose } from './diagnosis.ts';

const chunk = 'http://localhost:3000/remote-apps/hello/List-1.js';
const thrown = new TypeError(`Failed to fetch dynamically imported module: ${chunk}`);
const failure = { code: 'REMOTE_CHUNK_FAILED', stage: 'chunk', app: 'hello' } as const;
const answering =
  (status: number, type = 'text/javascript') =>
  async () =>
    new Response('', { status, headers: { 'content-type': type, 'x-request-id': 'req-1' } });

describe('why a module could not be fetched', () => {
  it.each([
    [503, 'text/plain', true, /answered 503/],
    [404, 'text/plain', false, /answered 404/],
    [200, 'text/html', false, /answered text\/html instead of JavaScript/],
    [200, 'text/javascript', true, /or a module it needs, could not be fetched/],
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

  it('no connection passes', async () => {
    const error = await diagnose({ ...failure, thrown }, () => Promise.reject(new TypeError('offline')));
    expect(error).toMatchObject({ transient: true, status: undefined });
    expect(error.message).toMatch(/cannot be reached/);
  });

  it('what the module threw itself does not', async () => {
    const error = await diagnose(
      { ...failure, thrown: new ReferenceError('x is not defined') },
      answering(503),
    );
    expect(error).toMatchObject({ transient: false, message: 'x is not defined' });
  });

  it('keeps what is known already', async () => {
    const known = new RemoteError({ ...failure, code: 'REMOTE_TIMEOUT', message: 'late' });
    expect(await diagnose({ ...failure, thrown: known }, answering(200))).toBe(known);
  });
});
