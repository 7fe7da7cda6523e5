import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { freePort } from '../lib/free-port.ts';
import { answers } from './answers.ts';

it('waits for a server that starts later, and gives up on a missing one', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  expect(await answers(url, 50)).toBe(false);
  const answered = answers(url, 10_000);
  const server = createServer((_, response) => response.end()).listen(port, '127.0.0.1');
  expect(await answered).toBe(true);
  server.close();
});
