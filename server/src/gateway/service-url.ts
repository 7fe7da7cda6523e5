import { hostname } from 'node:os';
import type { PlatformConfig } from '../kernel/index.ts';
import { endsHttps } from './tls/certificate.ts';

/**
 * URL at which others reach the API of this host, without a slash at its end. (design 11.8-7)
 *
 * @param port of the API
 */
export function serviceUrlOf(
  { monitor, server }: Pick<PlatformConfig, 'monitor' | 'server'>,
  port: number,
): string {
  const given = monitor['service-url'].replace(/\/+$/, '');
  return given === '' ? `${endsHttps({ server }) ? 'https' : 'http'}://${hostname()}:${port}` : given;
}
