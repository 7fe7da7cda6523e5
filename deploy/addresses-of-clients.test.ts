import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { BlockList } from 'node:net';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { inRoot } from '../scripts/lib/paths.ts';
import { clientReader } from '../server/src/kernel/http/client-facts.ts';
import { loadConfig } from '../server/src/kernel/index.ts';
import { interpolate } from './check/interpolate.ts';

const text = (path: string): string => readFileSync(inRoot('deploy', path), 'utf8');

/** The client that the host sees, whose `SERVER_TRUST_PROXY` is this. */
const clientOf = (trusted: string, remoteAddress: string, forwarded: string): string => {
  const { config } = loadConfig({ directories: [], env: { SERVER_TRUST_PROXY: trusted }, args: [] });
  const request = { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } };
  return clientReader(config.server['trust-proxy'])(request as unknown as IncomingMessage).address;
};

interface Compose {
  readonly services: {
    readonly frontend: {
      readonly environment: { readonly WEB_BEHIND_PROXY: string };
      readonly networks: { readonly platform: { readonly ipv4_address: string } };
    };
    readonly backend: { readonly environment: { readonly SERVER_TRUST_PROXY: string } };
  };
  readonly networks: {
    readonly platform: {
      readonly ipam: { readonly config: ReadonlyArray<Record<'subnet' | 'gateway' | 'ip_range', string>> };
    };
  };
}
const composeOf = (variables: Record<string, string> = {}): Compose =>
  parse(interpolate(text('compose.yml'), variables)) as Compose;

const contains = (network: string, address: string): boolean => {
  const [base = '', bits = ''] = network.split('/');
  const list = new BlockList();
  list.addSubnet(base, Number(bits));
  return list.check(address);
};

describe('audit: nobody chooses the address that counts for 429 and login delays', () => {
  const FORGED = '6.6.6.6';

  it.each<Record<string, string>>([{}, { PLATFORM_NETWORK: '10.9.8' }])(
    'in compose, the web server alone is believed: %j',
    (given) => {
      const { services, networks } = composeOf(given);
      const trusted = services.backend.environment.SERVER_TRUST_PROXY;
      const web = services.frontend.networks.platform.ipv4_address;
      expect(clientOf(trusted, web, '203.0.113.9')).toBe('203.0.113.9');
      // A client with a private address behind the web server, one at the published port, and what
      // the engine's own proxy of published ports passes on.
      expect(clientOf(trusted, web, `${FORGED}, 192.168.1.50`)).toBe('192.168.1.50');
      const [{ subnet, gateway, ip_range: others }] = networks.platform.ipam.config as [
        Compose['networks']['platform']['ipam']['config'][number],
      ];
      for (const peer of ['192.168.1.50', '172.20.0.7', '10.1.2.3', gateway])
        expect(clientOf(trusted, peer, FORGED)).toBe(peer);
      // No other container gets the address of the web server.
      expect(contains(subnet, web)).toBe(true);
      expect(contains(subnet, gateway)).toBe(true);
      expect(contains(others, web)).toBe(false);
      expect(web).not.toBe(gateway);
    },
  );

  it('in compose, proxies in front of the web server are believed by address', () => {
    const { services } = composeOf({ WEB_PROXIES: '192.168.1.2,172.30.77.1' });
    const trusted = services.backend.environment.SERVER_TRUST_PROXY;
    const web = services.frontend.networks.platform.ipv4_address;
    expect(services.frontend.environment.WEB_BEHIND_PROXY).toBe('on');
    expect(composeOf().services.frontend.environment.WEB_BEHIND_PROXY ?? '').toBe('');
    expect(clientOf(trusted, web, `${FORGED}, 203.0.113.9, 192.168.1.2`)).toBe('203.0.113.9');
    // One that reaches the web server past the proxy is seen itself.
    expect(clientOf(trusted, web, `${FORGED}, 192.168.1.50`)).toBe('192.168.1.50');
  });

  it('in Kubernetes, ingress and web server are two hops, whatever their addresses', () => {
    const [deployment] = parseAllDocuments(text('kubernetes/base/backend.yml')).map(
      (document) => document.toJS() as unknown,
    ) as [
      { spec: { template: { spec: { containers: [{ env: Array<Record<'name' | 'value', string>> }] } } } },
    ];
    const [{ env }] = deployment.spec.template.spec.containers;
    const trusted = env.find(({ name }) => name === 'SERVER_TRUST_PROXY')?.value ?? '';
    expect(clientOf(trusted, '10.244.1.4', '203.0.113.9, 10.244.2.8')).toBe('203.0.113.9');
    expect(clientOf(trusted, '10.244.1.4', `${FORGED}, 192.168.1.50, 10.244.2.8`)).toBe('192.168.1.50');
  });
});
