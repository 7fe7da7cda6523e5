import { serviceUrlOf } from '../../gateway/index.ts';
import type { PlatformConfig } from '../../kernel/index.ts';
import type { Credentials } from '../login/credentials.ts';
import type { Registration } from './monitoring-center.ts';

/**
 * This host for the center, with the credentials of its monitoring endpoints. (design 11.3, 11.8-7)
 *
 * @param port of the API
 */
export function registrationOf(
  config: Pick<PlatformConfig, 'platform' | 'monitor' | 'server'>,
  { username, password }: Credentials,
  port: number,
): Registration {
  const serviceUrl = serviceUrlOf(config, port);
  return {
    name: config.platform.name,
    serviceUrl,
    managementUrl: `${serviceUrl}/actuator`,
    healthUrl: `${serviceUrl}/actuator/health`,
    metadata: {
      'user.name': username,
      'user.password': password,
      startup: new Date(Math.round(performance.timeOrigin)).toISOString(),
    },
  };
}
