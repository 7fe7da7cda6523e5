import { ServiceRegistry } from '../../kernel/index.ts';
import { PASSWORD_COST } from '../index.ts';

/** Services for a test's host, in which a password costs almost nothing instead of 40 ms. */
export function testServices(): ServiceRegistry {
  const services = new ServiceRegistry();
  services.provide(PASSWORD_COST, { memory: 8, passes: 1, parallelism: 1 });
  return services;
}
