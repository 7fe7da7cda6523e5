// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { checkEnvelope, unwrap } from './envelope.ts';

describe('an answer', () => {
  it.each([null, undefined, 'page', { code: '200' }, {}])('of %j is no envelope', (body) => {
    expect(() => checkEnvelope({ status: 200, body, requestId: 'r-1' })).toThrow(
      expect.objectContaining({
        code: 'RESPONSE_INVALID',
        status: 200,
        requestId: 'r-1',
        message: "The server's answer (HTTP 200) could not be read.",
      }),
    );
  });

  it('is a failure by its own code, or by that of HTTP', () => {
    const refusal = { code: 409, msg: 'taken', error: 'NAME_TAKEN' };
    expect(() => checkEnvelope({ status: 200, body: refusal })).toThrow(
      expect.objectContaining({ code: 'NAME_TAKEN', status: 409, message: 'taken' }),
    );
    expect(() => checkEnvelope({ status: 502, body: { code: 200, msg: 'ok' } })).toThrow(
      expect.objectContaining({ status: 502 }),
    );
    expect(() => checkEnvelope({ status: 400, body: { code: 200 } })).toThrow();
    expect(checkEnvelope({ status: 399, body: { code: 200 } })).toEqual({ code: 200 });
  });

  it('of a failure gets the code, message and request id that it does not name', () => {
    expect(() => checkEnvelope({ status: 503, body: { code: 503 }, requestId: 'of the header' })).toThrow(
      expect.objectContaining({
        code: 'HTTP_503',
        message: 'The request failed with HTTP 503.',
        requestId: 'of the header',
      }),
    );
    const named = { code: 503, requestId: 'of the body' };
    expect(() => checkEnvelope({ status: 503, body: named, requestId: 'of the header' })).toThrow(
      expect.objectContaining({ requestId: 'of the body' }),
    );
  });
});

describe('design 16-26: a page', () => {
  it('says whether its total is exact, and where the next one begins', () => {
    const page = { total: 1_000, rows: [1], totalExact: false, next: 'key' };
    expect(unwrap({ code: 200, msg: 'ok', ...page })).toEqual(page);
    expect(Object.keys(unwrap({ total: 1, rows: [1] }) as object)).toEqual(['total', 'rows']);
  });

  it('without a total has none', () => expect(unwrap({ rows: [] })).toEqual({ total: 0, rows: [] }));
});
