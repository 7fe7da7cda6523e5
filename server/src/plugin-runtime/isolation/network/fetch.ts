import { Agent, buildConnector, type Dispatcher } from 'undici';
import { nameOf, propertyOf } from '../../../kernel/index.ts';
import type { OpenHandles } from '../open-handles.ts';
import type { NetworkRule } from './network-rule.ts';

/** Opens connections for one application and checks each of them, redirects included. */
export function guardedDispatcher(rule: NetworkRule, open: OpenHandles): Dispatcher {
  const connect = buildConnector({ timeout: 10_000, lookup: rule.lookup });
  const agent = new Agent({
    connect: (options, callback) => {
      try {
        rule.check(options.hostname, options.port || (options.protocol === 'https:' ? 443 : 80));
      } catch (error) {
        return callback(error as Error, null);
      }
      connect(options, callback);
    },
  });
  open.add(
    agent,
    () => undefined,
    () => void agent.destroy().catch(() => undefined),
  );
  return agent;
}

/**
 * `fetch` for one application.
 *
 * @throws PLUGIN_PERMISSION_MISSING instead of the TypeError that wraps it
 */
export function guardedFetch(rule: NetworkRule, dispatcher: () => Dispatcher): typeof fetch {
  return async (input, init) => {
    if (!rule.granted) rule.check(new URL(input instanceof Request ? input.url : input).host);
    try {
      return await fetch(input, { ...init, dispatcher: dispatcher() });
    } catch (error) {
      throw causeOf(error);
    }
  };
}

function causeOf(error: unknown): unknown {
  const cause = propertyOf(error, 'cause');
  return nameOf(cause) === 'PlatformError' ? cause : error;
}

type SocketClass = new (url: string | URL, options: object) => object;

/** A WebSocket may have its protocols in place of options. */
const optionsOf = (init: unknown): object =>
  typeof init === 'string' || Array.isArray(init) ? { protocols: init } : { ...(init as object | undefined) };

/** `WebSocket` and `EventSource` for one application. */
export function guardedConnection(
  name: 'WebSocket' | 'EventSource',
  rule: NetworkRule,
  open: OpenHandles,
  dispatcher: () => Dispatcher,
) {
  const type = (): SocketClass => Reflect.get(globalThis, name);
  return new Proxy(function () {} as unknown as SocketClass, {
    construct(_target, [url, init]: [string | URL, unknown?]) {
      const { hostname, port, protocol } = new URL(url);
      rule.check(hostname, port || (/^(wss|https):$/.test(protocol) ? 443 : 80));
      const socket = Reflect.construct(type(), [
        url,
        { dispatcher: dispatcher(), ...optionsOf(init) },
      ]) as EventTarget & { close(): void };
      open.add(
        socket,
        () => `${name} to ${hostname}`,
        () => socket.close(),
      );
      socket.addEventListener('close', () => open.remove(socket));
      return socket;
    },
    get: (_target, key) => Reflect.get(type(), key) as unknown,
  });
}
