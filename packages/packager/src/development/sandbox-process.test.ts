import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFixture, type Fixture } from '../testing/fixture.ts';
import { DevelopmentHost } from './development-host.ts';
import { startSandboxProcess } from './sandbox-process.ts';

let fixture: Fixture;
beforeEach(async () => {
  fixture = await createFixture({
    'package.json': { name: 'root' },
    'node_modules/@platform/server/package.json': { exports: { './sandbox': './sandbox.cjs' } },
    'node_modules/@platform/server/sandbox.cjs': `process.on('SIGTERM', () => process.exit(0));
process.send({ type: 'ready', url: 'http://127.0.0.1:1', token: 't' }, () => { for (;;); });`,
  });
});
afterEach(() => fixture.dispose());

it('ends a sandbox whose event loop an application holds', async () => {
  const options = { root: fixture.root, projects: [], port: 0, log: 'warn' };
  const sandbox = await startSandboxProcess(options);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await sandbox.stop(200)).toBe(1);
});

it('says that a host does not answer, as one that an endless loop holds', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const host = new DevelopmentHost(`http://127.0.0.1:${port}`, 't', 100);
  await expect(host.push('notes', { fileName: 'a.jar', files: {} })).rejects.toMatchObject({
    code: 'HOST_SILENT',
  });
  server.closeAllConnections();
  server.close();
});
