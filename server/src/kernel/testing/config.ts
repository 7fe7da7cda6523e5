import { loadConfig, type PlatformConfig } from '../config/index.ts';

/**
 * The defaults with the given keys set, as on the command line:
 * `{ 'app-market.security.mode': 'warn' }`.
 */
export function testConfig(values: Readonly<Record<string, string | number | boolean>> = {}): PlatformConfig {
  const args = Object.entries(values).map(([key, value]) => `--${key}=${value}`);
  return loadConfig({ directories: [], env: {}, args }).config;
}
