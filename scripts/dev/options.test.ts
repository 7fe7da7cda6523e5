import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { readOptions, requireFreePorts } from './options.ts';
import { root } from '../lib/paths.ts';

const place = { root, defaultCodes: ['hello'] };

it('develops hello by default, and each application once', () => {
  const defaults = { port: '5173', apiPort: '8080', data: 'data/dev' };
  expect(readOptions([], place)).toEqual({ codes: ['hello'], ...defaults });
  expect(readOptions(['member', 'hello', 'member', '--port', '6000'], place)).toEqual({
    ...defaults,
    codes: ['member', 'hello'],
    port: '6000',
  });
  expect(readOptions(['-h'], place)).toBeUndefined();
});

it('names the way to a first application where there is none', () => {
  expect(() => readOptions([], { root, defaultCodes: [] })).toThrow(
    expect.objectContaining({ fix: expect.stringContaining('create-app') as string }) as Error,
  );
});

it('names a missing application and how to create it', () => {
  expect(() => readOptions(['notebook'], place)).toThrow(
    expect.objectContaining({
      message: 'There is no application notebook.',
      fix: expect.stringContaining('npm run create-app -- notebook') as string,
    }) as Error,
  );
});

it.each([
  [['--port', 'abc'], '--port abc is not a port.'],
  [['--api-port', '99999'], '--api-port 99999 is not a port.'],
  [['--port', '0'], '--port 0 is not a port.'],
  [['--port', '8080'], 'The shell and the API cannot both have port 8080.'],
  [['../../etc'], '"../../etc" is not an application code.'],
])('refuses %j before anything is built, with a fix', (args, message) => {
  expect(() => readOptions(args, place)).toThrow(
    expect.objectContaining({ message, fix: expect.any(String) as string }) as Error,
  );
});

it('refuses a port in use before anything is built', async () => {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, listening));
  const port = String((server.address() as AddressInfo).port);
  const options = { codes: [], port: '0', apiPort: port, data: '' };
  await expect(requireFreePorts(options)).rejects.toMatchObject({
    message: expect.stringContaining(`Port ${port} is in use`) as string,
    fix: expect.stringContaining('--api-port') as string,
  });
  await new Promise((closed) => server.close(closed));
  await expect(requireFreePorts(options)).resolves.toBeUndefined();
});
