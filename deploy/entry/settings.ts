import {
  addressOf,
  cacheAddressOf,
  cacheUrl,
  sameCache,
  type Address,
  type CacheAddress,
} from './addresses.ts';
import { EntryFailure, exitCodes } from './entry-failure.ts';
import { Fields, type Environment, type Field } from './fields.ts';

/** Settings that the fields of the install form stand for. */
export interface Settings {
  /** Field that gave the address of the database. */
  readonly databaseFrom: string;
  /** Field that gave the address of the cache. */
  readonly cacheFrom: string;
  /** Field that gave the security mode; undefined where the host's configuration decides. */
  readonly securityModeFrom: string | undefined;
  readonly scheduler: string | undefined;
  /** Address of the monitoring center; undefined where there is none. */
  readonly monitor: string | undefined;
  /** The environment of the host: its own keys, without the form's names for them. */
  readonly environment: Environment;
}

/** Names of the form whose value continues under the host's own key. */
const translated = new Set([
  ...['EXTERNAL_DB_ADDRESS', 'PANEL_DB_HOST', 'PANEL_DB_PORT'],
  ...['EXTERNAL_REDIS_ADDRESS', 'PANEL_REDIS_HOST', 'PANEL_REDIS_PORT', 'REDIS_PASSWORD'],
  ...['MONITOR_USERNAME', 'MONITOR_PASSWORD', 'SCHEDULER_ADDRESS', 'APPMARKET_SECURITY_MODE'],
]);

/** Fields that continue as they are, but for what surrounds them. */
const kept = ['DATABASE_NAME', 'DATABASE_USER', 'RABBITMQ_ADDRESS', 'PLATFORM_PROFILE', 'PLATFORM_EDITION'];

/**
 * Resolves the fields: an external address wins over the service that the panel selected, and one
 * of both there must be. (spec: Deployment layout, address resolution; design 11.8-5)
 *
 * @throws EntryFailure (78) with every field that is missing, wrong, or contradicts another one
 */
export function resolveSettings(environment: Environment): Settings {
  const fields = new Fields(environment);
  const database = resolveDatabase(fields);
  const cache = resolveCache(fields);
  const securityMode = fields.one(['APP_MARKET_SECURITY_MODE', 'APPMARKET_SECURITY_MODE']);
  const scheduler = fields.one(['SCHEDULER_ADDRESS', 'SCHEDULER_CENTER_ADDRESS']);
  const monitor = fields.text('MONITOR_ADDRESS');
  const login = resolveMonitorLogin(fields);
  if (!database || !cache || fields.problems.length > 0) {
    throw new EntryFailure(exitCodes.misconfigured, fields.problems);
  }
  const own: Environment = {
    ...Object.fromEntries(kept.map((name) => [name, fields.text(name)?.value])),
    DATABASE_TYPE: database.type,
    DATABASE_HOST: database.host,
    DATABASE_PORT: database.port?.toString(),
    CACHE_TYPE: 'redis',
    CACHE_URL: cacheUrl(cache),
    APP_MARKET_SECURITY_MODE: securityMode?.value,
    SCHEDULER_CENTER_ADDRESS: scheduler?.value,
    MONITOR_ADDRESS: monitor?.value,
    MANAGEMENT_USERNAME: login?.user,
    MANAGEMENT_PASSWORD: login?.password,
  };
  const others = Object.entries(environment).filter(([name]) => !(name in own) && !translated.has(name));
  return {
    databaseFrom: database.from,
    cacheFrom: cache.from,
    securityModeFrom: securityMode?.name,
    scheduler: scheduler?.value,
    monitor: monitor?.value,
    environment: { ...Object.fromEntries(others), ...filled(own) },
  };
}

interface DatabaseAddress extends Address {
  readonly type: string;
}

function resolveDatabase(fields: Fields): DatabaseAddress | undefined {
  const type = fields.text('DATABASE_TYPE')?.value ?? 'mysql';
  if (type !== 'mysql' && type !== 'postgres') {
    fields.problems.push(`DATABASE_TYPE is ${type}, but has to be mysql or postgres.`);
  }
  const external = read(fields, 'EXTERNAL_DB_ADDRESS', addressOf);
  const own = read(fields, 'DATABASE_HOST', addressOf);
  const panel = read(fields, 'PANEL_DB_HOST', addressOf);
  const ownPort = fields.port('DATABASE_PORT');
  const panelPort = fields.port('PANEL_DB_PORT');
  if (external && own && external.host !== own.host) fields.contradict(external.from, own.from);
  const chosen = external ?? own ?? panel;
  if (!chosen) {
    missing(fields, 'database', ['EXTERNAL_DB_ADDRESS', 'DATABASE_HOST', 'PANEL_DB_HOST']);
    return undefined;
  }
  const ports = [
    { name: chosen.from, port: chosen.port },
    // The panel's service counts only where it is chosen.
    ...(chosen === panel ? [{ name: 'PANEL_DB_PORT', port: panelPort }] : []),
    ...(chosen === external && own ? [{ name: own.from, port: own.port }] : []),
    { name: 'DATABASE_PORT', port: ownPort },
  ];
  return { ...chosen, type, port: onePort(fields, ports) };
}

function resolveCache(fields: Fields): CacheAddress | undefined {
  const type = fields.text('CACHE_TYPE')?.value ?? 'redis';
  if (type !== 'redis') fields.problems.push(`CACHE_TYPE is ${type}, but has to be redis.`);
  const external = read(fields, 'EXTERNAL_REDIS_ADDRESS', cacheAddressOf);
  const own = read(fields, 'CACHE_URL', cacheAddressOf);
  const password = fields.secret('REDIS_PASSWORD');
  if (external && own && !sameCache(external, own)) fields.contradict(external.from, own.from);
  // Each may have what the other leaves out, such as the login.
  const chosen = external && own ? { ...own, ...filled(external) } : (external ?? own ?? panelCache(fields));
  if (!chosen) {
    missing(fields, 'cache', ['EXTERNAL_REDIS_ADDRESS', 'CACHE_URL', 'PANEL_REDIS_HOST']);
    return undefined;
  }
  for (const given of [external, own]) {
    if (given?.password === undefined || !password || given.password === password.value) continue;
    fields.contradict(given.from, password.name);
  }
  return { ...chosen, password: password?.value ?? chosen.password };
}

function panelCache(fields: Fields): CacheAddress | undefined {
  const panel = read(fields, 'PANEL_REDIS_HOST', addressOf);
  const port = fields.port('PANEL_REDIS_PORT');
  if (!panel) return undefined;
  const ports = [
    { name: panel.from, port: panel.port },
    { name: 'PANEL_REDIS_PORT', port },
  ];
  return { ...panel, port: onePort(fields, ports) };
}

/** One login guards the endpoints and goes to the monitoring center. (design 11.8-7, 16-23) */
function resolveMonitorLogin(fields: Fields): { user: string; password: string } | undefined {
  const user = fields.one(['MONITOR_USERNAME', 'MANAGEMENT_USERNAME']);
  const password = fields.one(['MONITOR_PASSWORD', 'MANAGEMENT_PASSWORD'], { secret: true });
  if (user && password) return { user: user.value, password: password.value };
  if (user || password) {
    const [given, absent] = user ? [user.name, 'MONITOR_PASSWORD'] : [password?.name, 'MONITOR_USERNAME'];
    fields.problems.push(`${given} is filled, but ${absent} is not: fill both, or none.`);
  }
  return undefined;
}

function read<T>(
  fields: Fields,
  name: string,
  parse: (field: Field, fields: Fields) => T | undefined,
): T | undefined {
  const field = fields.text(name);
  return field && parse(field, fields);
}

function onePort(
  fields: Fields,
  ports: ReadonlyArray<{ readonly name: string; readonly port: number | undefined }>,
): number | undefined {
  const [first, ...others] = ports.filter(({ port }) => port !== undefined);
  const other = others.find(({ port }) => port !== first?.port);
  if (first && other) fields.contradict(first.name, other.name);
  return first?.port;
}

/** Notes it unless a field of it is wrong, which is said already. */
function missing(fields: Fields, what: string, names: readonly string[]): void {
  if (names.some((name) => fields.text(name))) return;
  const [external, , panel] = names;
  fields.problems.push(
    `The ${what} has no address: fill ${external} (host:port), or select a service in the panel (${panel}).`,
  );
}

function filled<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
