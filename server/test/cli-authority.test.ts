import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inRoot } from '../../scripts/lib/paths.ts';
import { makeCertificate } from '../src/gateway/testing/certificates.ts';

let folder: string;
let server: Server;
let cert: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'authority-'));
  const files = makeCertificate(folder, 'own');
  ({ cert } = files);
  const pem = { cert: readFileSync(files.cert), key: readFileSync(files.key) };
  const answer = JSON.stringify({ code: 403, msg: 'Arrived.', error: 'FORBIDDEN' });
  server = createServer(pem, (_request, response) => response.end(answer));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const run = (env: Record<string, string>, ...args: string[]): Promise<string> =>
  new Promise((resolve) => {
    const { port } = server.address() as AddressInfo;
    execFile(
      process.execPath,
      [inRoot('packages/cli/src/cli.ts'), `--url=https://localhost:${port}`, ...args, 'tasks'],
      { env: { ...process.env, PLATFORM_TOKEN: 'x', PLATFORM_HOME: folder, ...env } },
      (_error, stdout, stderr) => resolve(stdout + stderr),
    );
  });

it('the command line trusts an authority of --ca or PLATFORM_CA only', async () => {
  expect(await run({}, `--ca=${cert}`)).toContain('FORBIDDEN');
  expect(await run({ PLATFORM_CA: cert })).toContain('FORBIDDEN');
  const refused = await run({});
  expect(refused).toContain('Its certificate is refused: self-signed certificate');
  expect(refused).toContain('--ca <file>');
  expect(await run({}, `--ca=${join(folder, 'none')}`)).toContain('AUTHORITY_UNREADABLE');
});
