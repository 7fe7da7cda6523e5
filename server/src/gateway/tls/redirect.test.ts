import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it, vi } from 'vitest';
import { redirectTo } from './redirect.ts';

function answerTo(url: string, host = 'a.example:80') {
  const writeHead = vi.fn(() => ({ end: () => undefined }));
  redirectTo(443)({ url, headers: { host } } as IncomingMessage, { writeHead } as unknown as ServerResponse);
  return writeHead.mock.lastCall as unknown as [number, Record<string, string>];
}

it('leads to the same path of the host', () => {
  const [status, headers] = answerTo('/login?tenant=acme');
  expect([status, headers['location']]).toEqual([308, 'https://a.example/login?tenant=acme']);
});

it.each(['*', 'http://b.example/'])('leads nowhere for %s, which is no path', (url) => {
  expect(answerTo(url)[0]).toBe(400);
});
