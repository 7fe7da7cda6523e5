import { EventEmitter } from 'node:events';
import type { Permissions } from '@platform/package-format';
import { PlatformError } from '../../../kernel/index.ts';
import type { OwnStreams } from './own-streams.ts';

/** Values and functions of `process` that only tell something. */
const HARMLESS = [
  ...[
    'arch',
    'argv0',
    'cpuUsage',
    'cwd',
    'emitWarning',
    'features',
    'hrtime',
    'memoryUsage',
    'nextTick',
    'pid',
  ],
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

/** Where an application may listen: nothing ever comes from the host's own process. */
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
  readonly streams: Pick<OwnStreams, 'stdout' | 'stderr'>;
  /** `process.getBuiltinModule`, within what the application may import. */
  readonly builtin: (name: string) => unknown;
}

/**
 * `process` as an application sees it: what tells something is there, every other function throws, the environment is
 * empty without the permission, and nothing can be set. Listeners are taken, and never called: signals, exits and uncaught
 * errors are the host's. (design 9.4-19, 9.7-41)
 */
export function processFacade({ appCode, env, streams, builtin }: ProcessFacadeOptions): NodeJS.Process {
  const refuse = (what: string): never => {
    throw new PlatformError({
      code: 'PLUGIN_PROCESS_REFUSED',
      message: `Application ${appCode} may not use ${what}: the process belongs to the host.`,
      fix: 'Throw an error, or answer the request with one.',
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
    ['env', Object.freeze(env ? { ...process.env } : {})],
    ['argv', Object.freeze(process.argv.slice(0, 1))],
    ['execArgv', Object.freeze([])],
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

/** With its own properties, such as `hrtime.bigint`, and without a way to change them. */
function harmless(name: (typeof HARMLESS)[number]): unknown {
  const value: unknown = Reflect.get(process, name);
  if (typeof value !== 'function') return typeof value === 'object' ? Object.freeze({ ...value }) : value;
  const work = value as (...args: unknown[]) => unknown;
  return Object.freeze(Object.assign(work.bind(process), { ...work }));
}

function ownEvents(): Array<[string, unknown]> {
  const emitter = new EventEmitter();
  return EVENTS.map((name) => {
    const method = Reflect.get(emitter, name) as (...args: unknown[]) => unknown;
    return [name, method.bind(emitter)];
  });
}
