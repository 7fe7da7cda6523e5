import type { Console } from 'node:console';
import { EventEmitter } from 'node:events';
import type { Permissions } from '@platform/package-format';
import { isError, PlatformError } from '../../../kernel/index.ts';
import { sharedEnvironment } from './shared-environment.ts';
import type { StandardStreams } from './standard-streams.ts';

/** Members of `process` that only return information. */
const HARMLESS = [
  ...['arch', 'argv0', 'cpuUsage', 'cwd', 'features', 'hrtime', 'memoryUsage', 'nextTick', 'pid'],
  ...[
    'platform',
    'ppid',
    'release',
    'resourceUsage',
    'title',
    'uptime',
    'version',
    'versions',
    'availableMemory',
  ],
  ...['constrainedMemory', 'config', 'allowedNodeEnvironmentFlags', 'sourceMapsEnabled', 'getuid', 'geteuid'],
  ...['getgid', 'getegid', 'getgroups', 'debugPort', 'execPath', 'noDeprecation', 'throwDeprecation'],
] as const;

/** Listener methods; they use an emitter of the application's own, which never emits. */
const EVENTS = [
  ...['on', 'once', 'off', 'addListener', 'removeListener', 'removeAllListeners', 'prependListener'],
  ...[
    'prependOnceListener',
    'listeners',
    'listenerCount',
    'eventNames',
    'getMaxListeners',
    'setMaxListeners',
  ],
] as const;

export interface ProcessFacadeOptions {
  readonly appCode: string;
  readonly env: Permissions['env'];
  readonly streams: StandardStreams;
  /** `process.getBuiltinModule`, limited to the application's permissions. */
  readonly builtin: (name: string) => unknown;
}

/**
 * The `process` of an application. (design 9.4-19, 9.7-41)
 *
 * Read-only members work; every other function throws. The environment is empty without the
 * permission. Listeners are accepted and never called, because signals, exits and uncaught errors
 * belong to the host.
 */
export function processFacade({ appCode, env, streams, builtin }: ProcessFacadeOptions): NodeJS.Process {
  const refuse = (what: string): never => {
    throw new PlatformError({
      code: 'PLUGIN_PROCESS_REFUSED',
      message: `Application ${appCode} may not use ${what}: the process belongs to the host.`,
      fix: 'Throw an error, or return one from the handler, instead.',
    });
  };
  const refusals = new Map<string | symbol, (this: void) => never>();
  const refusal = (name: string | symbol): ((this: void) => never) => {
    const known = refusals.get(name) ?? (() => refuse(`process.${String(name)}()`));
    refusals.set(name, known);
    return known;
  };
  const offered = new Map<string | symbol, unknown>([
    ...HARMLESS.map((name) => [name, harmless(name)] as const),
    ...ownEvents(),
    ['env', Object.freeze(env ? sharedEnvironment(process.env) : {})],
    ['argv', Object.freeze(process.argv.slice(0, 1))],
    ['execArgv', Object.freeze([])],
    ['emitWarning', (warning: unknown, kind?: unknown) => warn(streams.console, warning, kind)],
    ['stdout', streams.stdout],
    ['stderr', streams.stderr],
    ['umask', (mask?: unknown) => (mask === undefined ? process.umask() : refuse('process.umask(mask)'))],
    ['getBuiltinModule', (name: string) => builtin(name)],
    [Symbol.toStringTag, 'process'],
  ]);
  const change = (name: string | symbol): never => refuse(`process.${String(name)} = …`);
  return new Proxy(Object.create(null) as NodeJS.Process, {
    get: (_target, name) => {
      if (offered.has(name)) return offered.get(name);
      return typeof Reflect.get(process, name) === 'function' ? refusal(name) : undefined;
    },
    has: (_target, name) => offered.has(name) || name in process,
    set: (_target, name) => change(name),
    defineProperty: (_target, name) => change(name),
    deleteProperty: (_target, name) => change(name),
    setPrototypeOf: () => change('__proto__'),
  });
}

/** Copies a function with its own properties, such as `hrtime.bigint`, and freezes it. */
function harmless(name: (typeof HARMLESS)[number]): unknown {
  const value: unknown = Reflect.get(process, name);
  if (typeof value !== 'function') return typeof value === 'object' ? Object.freeze({ ...value }) : value;
  const work = value as (...args: unknown[]) => unknown;
  return Object.freeze(Object.assign(work.bind(process), { ...work }));
}

/** Node would print it, without the code of the application and as often as it likes. */
function warn(log: Console, warning: unknown, kind: unknown): void {
  if (isError(warning)) return log.warn(warning);
  const type: unknown = typeof kind === 'object' && kind !== null ? Reflect.get(kind, 'type') : kind;
  log.warn('%s: %s', typeof type === 'string' ? type : 'Warning', warning);
}

function ownEvents(): Array<[string, unknown]> {
  const emitter = new EventEmitter();
  return EVENTS.map((name) => {
    const method = Reflect.get(emitter, name) as (...args: unknown[]) => unknown;
    return [name, method.bind(emitter)];
  });
}
