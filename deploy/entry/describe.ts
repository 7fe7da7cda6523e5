import type { PlatformConfig } from '../../server/src/kernel/index.ts';
import { endsHttps, readCertificate } from '../../server/src/gateway/index.ts';
import { credentialsOf } from '../../server/src/actuator/index.ts';
import { databaseConfigOf } from '../../server/src/data/connect/open.ts';
import { describeDatabase } from '../../server/src/data/dialects/config.ts';
import { withoutLogin } from './addresses.ts';
import type { Settings } from './settings.ts';

/**
 * Describes the resolved settings, one line each, without secrets. (spec: Logs)
 *
 * @throws MANAGEMENT_DEFAULT_CREDENTIALS where the configuration refuses the well-known login
 * @throws TLS_FILE_UNREADABLE, TLS_CERTIFICATE_INVALID, CONFIG_INVALID for the host's certificate
 */
export function describe(settings: Settings, config: PlatformConfig): string[] {
  return [
    `profile: ${settings.environment['PLATFORM_PROFILE'] ?? 'none'}`,
    `database: ${describeDatabase(databaseConfigOf(config))} (${settings.databaseFrom})`,
    `cache: ${withoutLogin(config.cache.url)} (${settings.cacheFrom})`,
    `broker: ${broker(config)}`,
    `scheduler: ${scheduler(settings)}`,
    ...monitoring(settings, config),
    `security mode: ${securityMode(settings, config)}`,
    `https: ${https(config)}`,
  ];
}

function broker({ rabbitmq, messaging }: PlatformConfig): string {
  if (rabbitmq.address !== '') return withoutLogin(rabbitmq.address);
  return messaging.embedded
    ? 'RABBITMQ_ADDRESS is empty: messages are kept in the database'
    : 'disabled: RABBITMQ_ADDRESS is empty, so the message center is unavailable';
}

function scheduler({ scheduler: address }: Settings): string {
  if (address === undefined) return 'disabled: SCHEDULER_ADDRESS is empty, so no scheduled job runs';
  return `enabled: ${address === 'embedded' ? 'tasks wait in the database' : withoutLogin(address)}`;
}

function monitoring({ monitor }: Settings, config: PlatformConfig): string[] {
  const center =
    monitor === undefined ? 'disabled: MONITOR_ADDRESS is empty' : `enabled: ${withoutLogin(monitor)}`;
  const warning =
    'WARNING: MONITOR_USERNAME and MONITOR_PASSWORD are empty: the monitoring endpoints accept the well-known default login. Fill both.';
  return [`monitoring: ${center}`, ...(credentialsOf(config).wellKnown ? [warning] : [])];
}

function https(config: PlatformConfig): string {
  if (!endsHttps(config)) return 'off: SERVER_TLS_CERT is empty, so a proxy has to end it';
  const { names, validTo } = readCertificate(config);
  return `on, with the certificate for ${names}, valid until ${new Date(validTo).toISOString()}`;
}

function securityMode({ securityModeFrom }: Settings, config: PlatformConfig): string {
  const { mode } = config['app-market'].security;
  return `${mode} (${securityModeFrom ?? 'configuration'})`;
}

/** How long a server was waited for. */
export const readyAfter = (server: string, waitedMs: number): string =>
  `${server}: ready after ${(waitedMs / 1000).toFixed(1)} s`;

/** Whether the host will import its data and the operator's. (spec: Init criterion) */
export function initialData(version: string | undefined, sqlFiles: number, directory: string): string {
  if (version !== undefined)
    return `initial data: present (platform.init.version is ${version}), not imported`;
  const files = `${sqlFiles} SQL ${sqlFiles === 1 ? 'file' : 'files'} of ${directory}`;
  return `initial data: first start, imported with ${files}`;
}

export const starting = (command: readonly string[]): string =>
  command.length === 0 ? 'starting the host' : `starting ${command[0]}`;
