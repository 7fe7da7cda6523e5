import type { Contract } from '@platform/host-api';
import { requestContext } from '../kernel/index.ts';
import { uriTemplate } from './uri-template.ts';

interface Link {
  readonly href: string;
  readonly templated: boolean;
}

/**
 * Addresses of monitoring endpoints as Spring Boot names them: `health`, `health-path`,
 * `metrics-requiredMetricName`. Their host is the one that the client addressed.
 */
export function linksOf(contracts: readonly Contract[]): Record<string, Link> {
  const { host = 'localhost', secure = false } = requestContext.current() ?? {};
  const origin = `${secure ? 'https' : 'http'}://${host}`;
  const links = contracts
    .filter(({ method, url }) => method === 'GET' && url.startsWith('/actuator'))
    .map(({ url }): [string, Link] => {
      const name = url.split('/').slice(2).join('-').replaceAll(':', '') || 'self';
      const path = uriTemplate(url).replace('/health/{path}', '/health/{*path}');
      return [name, { href: origin + path, templated: url.includes(':') }];
    });
  return Object.fromEntries(links);
}
