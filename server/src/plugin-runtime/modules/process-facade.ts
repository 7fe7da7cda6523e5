import { PlatformError } from '../../kernel/index.ts';

const REFUSED = new Set<string | symbol>(['exit', 'reallyExit', 'kill', 'abort', 'chdir']);
const EMPTY_ENVIRONMENT = Object.freeze({});

/**
 * `process` as an application sees it: what would end or move the host throws, the environment is empty, and nothing
 * can be set. (design 9.4-19, 9.7-41)
 */
export function processFacade(appCode: string): NodeJS.Process {
  return new Proxy(process, {
    get: (target, name) => {
      if (name === 'env') return EMPTY_ENVIRONMENT;
      if (REFUSED.has(name)) return () => refuse(appCode, `process.${String(name)}()`);
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
    set: (_target, name) => refuse(appCode, `changing process.${String(name)}`),
    defineProperty: (_target, name) => refuse(appCode, `changing process.${String(name)}`),
    deleteProperty: (_target, name) => refuse(appCode, `deleting process.${String(name)}`),
  });
}

function refuse(appCode: string, what: string): never {
  throw new PlatformError({
    code: 'PLUGIN_PROCESS_REFUSED',
    message: `Application ${appCode} may not use ${what}: the process belongs to the host.`,
    fix: 'Throw an error, or answer the request with one.',
  });
}
