import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCertificate } from '../../server/src/gateway/testing/certificates.ts';
import { trustHost } from './trust-host.ts';

const folder = mkdtempSync(join(tmpdir(), 'trust-host-'));
const usual = getCACertificates('default');
let server: Server;
let address: string;
beforeAll(async () => {
  const { key, cert } = makeCertificate(folder, 'own');
  server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_request, response) =>
    response.end('here'),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  setDefaultCACertificates(usual);
  server.close();
  rmSync(folder, { recursive: true });
});

it('lets npm start call the host that it has started with a certificate of its own', async () => {
  await expect(fetch(address)).rejects.toThrow();
  await trustHost(address);
  expect(await (await fetch(address)).text()).toBe('here');
});

it('does nothing without HTTPS', async () => {
  await expect(trustHost('http://127.0.0.1:1')).resolves.toBeUndefined();
});
