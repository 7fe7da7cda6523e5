import diagnostics, {
  type Channel,
  type ChannelListener,
  type TracingChannelCollection,
} from 'node:diagnostics_channel';
import type { AsyncLocalStorage } from 'node:async_hooks';
import type { OpenHandles } from './open-handles.ts';

/** Names of the channels of one traced operation. */
const TRACED = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'] as const;
type Traced = string | Readonly<Record<(typeof TRACED)[number], Channel>>;

/**
 * `node:diagnostics_channel` for one application.
 *
 * Channels belong to the process, so that a subscription would outlive the application. It ends
 * with it, and its errors are the application's faults.
 */
export function diagnosticsFacade(open: OpenHandles, onFault: (error: unknown) => void): object {
  const channels = new Map<string | symbol, Channel>();
  const channel = (name: string | symbol): Channel => {
    const known = channels.get(name) ?? ownChannel(diagnostics.channel(name), open, onFault);
    channels.set(name, known);
    return known;
  };
  return Object.freeze({
    ...diagnostics,
    channel,
    subscribe: (name: string | symbol, listener: ChannelListener) => channel(name).subscribe(listener),
    unsubscribe: (name: string | symbol, listener: ChannelListener) => channel(name).unsubscribe(listener),
    tracingChannel: (traced: Traced) => ownTracing(traced, channel),
  });
}

/** Node accepts shared channels only; the application gets its own ones. */
function ownTracing(traced: Traced, channel: (name: string | symbol) => Channel): object {
  const shared = diagnostics.tracingChannel(
    typeof traced === 'string'
      ? traced
      : (Object.fromEntries(
          TRACED.map((name) => [name, diagnostics.channel(traced[name].name)]),
        ) as unknown as TracingChannelCollection<unknown, object>),
  );
  const own = TRACED.map((name) => [name, { value: channel(shared[name].name), enumerable: true }]);
  return Object.create(shared, Object.fromEntries(own) as PropertyDescriptorMap) as object;
}

/** A channel that knows what the application has added to it; all else is the shared one's. */
function ownChannel(shared: Channel, open: OpenHandles, onFault: (error: unknown) => void): Channel {
  const listeners = new Map<ChannelListener, ChannelListener>();
  const unsubscribe = (listener: ChannelListener): boolean => {
    const own = listeners.get(listener);
    if (own === undefined) return false;
    listeners.delete(listener);
    open.remove(own);
    shared.unsubscribe(own);
    return true;
  };
  const subscribe = (listener: ChannelListener): void => {
    const own: ChannelListener = (message, name) => {
      try {
        listener(message, name);
      } catch (error) {
        onFault(error);
      }
    };
    unsubscribe(listener);
    listeners.set(listener, own);
    shared.subscribe(own);
    open.add(
      own,
      () => undefined,
      () => void shared.unsubscribe(own),
    );
  };
  const bindStore = (store: AsyncLocalStorage<unknown>, transform?: (context: unknown) => unknown): void => {
    shared.bindStore(store, transform);
    open.add(
      store,
      () => undefined,
      () => void shared.unbindStore(store),
    );
  };
  return Object.assign(Object.create(shared) as Channel, { subscribe, unsubscribe, bindStore });
}
