import http from 'node:http';
import type https from 'node:https';
import type net from 'node:net';
import type { OpenHandles } from '../open-handles.ts';
import type { NetworkRule } from './network-rule.ts';
import { checkTarget, targetOf, trackedServer } from './sockets.ts';

type Options = Record<string, unknown>;
type AnyClass<T> = new (...args: unknown[]) => T;
type Request = (...args: unknown[]) => http.ClientRequest;

/** `node:http` or `node:https` for one application; its agent checks each connection. */
export function httpFacade<M extends typeof http | typeof https>(
  module: M,
  kind: 'http' | 'https',
  rule: NetworkRule,
  open: OpenHandles,
): M {
  const Base = module.Agent as unknown as AnyClass<http.Agent>;
  class Agent extends Base {
    constructor(...args: unknown[]) {
      super(...args);
      const busy = (): string[] => Object.keys(this.sockets);
      open.add(
        this,
        () => (busy().length > 0 ? `${kind} requests to ${busy().map(originOf).join(', ')}` : undefined),
        () => this.destroy(),
      );
    }

    // Node calls this for every connection, whichever API opened it.
    override createConnection(...args: unknown[]): net.Socket {
      const [options, ...rest] = args as [Options | undefined, ...unknown[]];
      checkTarget(rule, targetOf(options ?? {}));
      const create = (Base.prototype as { createConnection: (...args: unknown[]) => net.Socket })
        .createConnection;
      return create.apply(this, [{ lookup: rule.lookup, ...options }, ...rest]);
    }
  }
  const agent = new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5_000 });
  const prepared = (args: readonly unknown[]): unknown[] => withAgent(args, agent);
  const request: Request = (...args) => (module.request as Request)(...prepared(args));
  const Server = trackedServer(module.Server as unknown as AnyClass<net.Server>, kind, rule, open);
  class ClientRequest extends (http.ClientRequest as unknown as AnyClass<http.ClientRequest>) {
    constructor(...args: unknown[]) {
      super(...prepared(args));
    }
  }
  return Object.freeze({
    ...module,
    Agent,
    globalAgent: agent,
    ...(kind === 'http' ? { ClientRequest } : {}),
    Server,
    request,
    get: (...args: unknown[]) => {
      const made = request(...args);
      made.end();
      return made;
    },
    createServer: (...args: unknown[]) => new Server(...args),
  }) as unknown as M;
}

/**
 * Names `agent` in `(url, options?, callback?)` or `(options, callback?)` where Node would take its
 * own. Another default does not do: `https.request` overwrites it.
 */
function withAgent(args: readonly unknown[], agent: http.Agent): unknown[] {
  const [first, second, third] = args;
  const prepare = (options: unknown): Options => {
    const given = { ...(options as Options) };
    if (given['agent'] === false) given['agent'] = new (agent.constructor as AnyClass<http.Agent>)();
    else if (typeof given['createConnection'] !== 'function') given['agent'] ??= agent;
    return given;
  };
  if (typeof first !== 'string' && !(first instanceof URL)) return [prepare(first), second];
  return typeof second === 'function' ? [first, prepare({}), second] : [first, prepare(second), third];
}

/** Keys of an agent's sockets begin with host and port. */
const originOf = (key: string): string => key.split(':').slice(0, 2).join(':');
