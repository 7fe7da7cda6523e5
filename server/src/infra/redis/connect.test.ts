import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { silentLogger, type Logger } from '../../kernel/index.ts';
import { connectRedis } from './connect.ts';
import { reachingRedis } from './failures.ts';

describe('connectRedis', () => {
  let server: Server | undefined;
  let connections = 0;
  afterEach(() => server?.close());

  /** Says the same to every command. */
  async function redisThatAnswers(answer: string): Promise<string> {
    connections = 0;
    server = createServer((socket) => {
      connections += 1;
      // A refused client hangs up.
      socket
        .on('error', () => undefined)
        .on('data', (data) => {
          const commands = data.toString().match(/^\*\d+\r$/gm) ?? [];
          socket.write(`-${answer}\r\n`.repeat(commands.length));
        });
    });
    await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
    return `redis://:wrong@127.0.0.1:${(server.address() as AddressInfo).port}/0`;
  }

  it.each([
    'WRONGPASS invalid username-password pair or user is disabled.',
    'NOAUTH Authentication required.',
    'ERR invalid password',
  ])('does not wait for a server that refuses the login: %s', async (answer) => {
    const url = await redisThatAnswers(answer);
    await expect(connectRedis(url, silentLogger, 60_000)).rejects.toMatchObject({
      code: 'CACHE_LOGIN_REFUSED',
      status: 503,
      message: `Redis refused the login: ${answer}`,
    });
    expect(connections).toBe(1);
  });

  it('waits for a server that does not respond, then names the reason', async () => {
    const lines: unknown[] = [];
    const logger: Logger = {
      ...silentLogger,
      warn: (message, fields) => void lines.push({ message, ...fields }),
    };
    // Nobody listens there.
    const connecting = connectRedis('redis://127.0.0.1:1/0', logger, 700);
    await expect(connecting).rejects.toMatchObject({
      code: 'CACHE_UNREACHABLE',
      message: expect.stringContaining('ECONNREFUSED') as string,
    });
    // Once, however often it tries.
    expect(lines).toEqual([
      {
        message: 'Waiting for Redis',
        reason: 'connect ECONNREFUSED 127.0.0.1:1',
        fix: 'Start Redis, or correct cache.url.',
      },
    ]);
  });
});

it('says in its own words that a connection is lost', async () => {
  // Error that ioredis throws for each command meanwhile.
  const thrown = Object.assign(new Error('Reached the max retries per request limit (which is 2).'), {
    name: 'MaxRetriesPerRequestError',
  });
  await expect(reachingRedis(() => Promise.reject(thrown))).rejects.toMatchObject({
    code: 'CACHE_UNREACHABLE',
    message: 'Redis does not respond: the connection is lost',
  });
});
