import { describe, expect, it } from 'vitest';
import { BufferedAnswer, readBody } from './http-response.ts';

const answer = (status: number, body = ''): BufferedAnswer =>
  new BufferedAnswer(new Response(null, { status, headers: { 'x-a': '1' } }), Buffer.from(body));

describe('the response of another system', () => {
  it.each([
    [199, false],
    [200, true],
    [299, true],
    [300, false],
    [404, false],
  ])('with status %d has ok %s', (status, ok) => {
    const response = { status, headers: new Headers() } as Response;
    expect(new BufferedAnswer(response, new Uint8Array()).ok).toBe(ok);
  });

  it('gives its headers, bytes, text and JSON', () => {
    const read = answer(201, '{"a":"ü"}');
    expect(read.headers).toEqual({ 'x-a': '1' });
    expect(Buffer.from(read.bytes()).toString()).toBe('{"a":"ü"}');
    expect(read.text()).toBe('{"a":"ü"}');
    expect(read.json()).toEqual({ a: 'ü' });
  });

  it('reports the status and the start of a body that is not JSON', () => {
    const html = `<html>${'x'.repeat(200)}`;
    expect(() => answer(502, html).json()).toThrow(
      expect.objectContaining({ code: 'HTTP_ANSWER_INVALID', status: 502 }),
    );
    expect(() => answer(502, html).json()).toThrow(new RegExp(`502.*<html>x{94}$`));
  });

  it('is read up to its limit, and refused beyond it', async () => {
    expect(await readBody(new Response('12345'), 5)).toHaveLength(5);
    await expect(readBody(new Response('123456'), 5)).rejects.toMatchObject({
      code: 'HTTP_ANSWER_TOO_LARGE',
    });
    expect(await readBody(new Response(null), 5)).toHaveLength(0);
  });
});
