import type { RuntimeCode, Sighting } from '../findings.ts';

/** An effect that an application has started and not ended. */
export interface Effect {
  readonly code: RuntimeCode;
  /** `listener of "resize"`. */
  readonly what: string;
  readonly url: string;
  readonly line: number;
  /** Position in the built code; effects of one position are one finding. */
  readonly site: string;
  /** The view that was shown at that time. */
  readonly view: string | undefined;
}

export interface Probe {
  /** Effects that have not ended, oldest first. */
  readonly active: () => readonly Effect[];
  /** Waits by the page's original timer, which is not counted. */
  readonly wait: (ms: number) => Promise<void>;
}

type Caller = Pick<Effect, 'url' | 'line' | 'site'>;
/** The mounted view. */
export type CurrentView = () => string | undefined;

/**
 * Records the effects of code under `/remote-apps/`. Only the immediate caller counts: Vue and
 * Element Plus remove their own listeners.
 */
export function installProbe(page: Window & typeof globalThis, current: CurrentView): Probe {
  const effects = new Map<unknown, Effect>();
  const add = (key: unknown, caller: Caller | undefined, code: RuntimeCode, what: string): void => {
    if (caller) effects.set(key, { code, what, view: current(), ...caller });
  };
  const plainTimeout = page.setTimeout.bind(page);
  watchListeners(page, effects, add);
  watchTimers(page, effects, add);
  watchConnections(page, add);
  return {
    active: () => {
      for (const connection of effects.keys()) if (isClosed(connection)) effects.delete(connection);
      return [...effects.values()];
    },
    wait: (ms) => new Promise((resolve) => plainTimeout(resolve, ms)),
  };
}

/** Position in the application that called the current function; undefined for other callers. */
function callerInRemote(): Caller | undefined {
  // Lines: 0 "Error", 1 this function, 2 the replaced function, 3 its caller.
  const place = /((?:https?:\/\/)[^\s()]*?\/remote-apps\/[^\s()]+):(\d+):(\d+)/.exec(
    new Error().stack?.split('\n')[3] ?? '',
  );
  if (!place) return undefined;
  const [site, url = '', line = ''] = place;
  return { url, line: Number(line), site };
}

type Add = (key: unknown, caller: Caller | undefined, code: RuntimeCode, what: string) => void;

function watchListeners(
  page: Window & typeof globalThis,
  effects: Map<unknown, Effect>,
  addEffect: Add,
): void {
  const add = methodOf(page.EventTarget.prototype, 'addEventListener');
  const remove = methodOf(page.EventTarget.prototype, 'removeEventListener');
  const keys = new Map<EventTarget, Map<unknown, Map<string, object>>>();
  const keyOf = (target: EventTarget, type: string, listener: unknown, capture: boolean): object => {
    const ofTarget = keys.get(target) ?? new Map<unknown, Map<string, object>>();
    const ofListener = ofTarget.get(listener) ?? new Map<string, object>();
    const key = ofListener.get(`${type} ${capture}`) ?? {};
    keys.set(target, ofTarget.set(listener, ofListener.set(`${type} ${capture}`, key)));
    return key;
  };
  const captureOf = (options: unknown): boolean =>
    typeof options === 'object' && options !== null
      ? 'capture' in options && options.capture === true
      : Boolean(options);
  const nameOf = (target: unknown): string | undefined => {
    if (target === page) return 'window';
    if (target === page.document) return 'document';
    if (target === page.document.body) return 'body';
    if (target === page.document.documentElement) return 'html';
    return target instanceof page.MediaQueryList ? 'a media query' : undefined;
  };
  page.EventTarget.prototype.addEventListener = function (this: unknown, type, listener, options) {
    const caller = callerInRemote();
    const target = (this ?? page) as EventTarget;
    const name = nameOf(target);
    add.call(target, type, listener, options);
    if (!caller || name === undefined || !listener) return;
    const key = keyOf(target, type, listener, captureOf(options));
    addEffect(key, caller, 'CHECK_RUN_LISTENER_LEFT', `listener of "${type}" on ${name}`);
    const { once, signal } = (typeof options === 'object' ? options : undefined) ?? {};
    const end = (): void => void effects.delete(key);
    if (once) add.call(target, type, end, { once, capture: captureOf(options) });
    if (signal) add.call(signal, 'abort', end, { once: true });
  };
  page.EventTarget.prototype.removeEventListener = function (this: unknown, type, listener, options) {
    const target = (this ?? page) as EventTarget;
    remove.call(target, type, listener, options as EventListenerOptions);
    if (listener && nameOf(target)) effects.delete(keyOf(target, type, listener, captureOf(options)));
  };
}

function watchTimers(page: Window & typeof globalThis, effects: Map<unknown, Effect>, add: Add): void {
  const call = (name: 'setInterval' | 'setTimeout' | 'requestAnimationFrame', args: unknown[]): number =>
    Reflect.apply(originals[name], page, args) as number;
  const originals = {
    setInterval: methodOf(page, 'setInterval'),
    setTimeout: methodOf(page, 'setTimeout'),
    requestAnimationFrame: methodOf(page, 'requestAnimationFrame'),
  };
  const replace = (name: string, value: unknown): void => void Object.assign(page, { [name]: value });
  replace('setInterval', (handler: TimerHandler, ms?: number, ...args: unknown[]) => {
    const id = call('setInterval', [handler, ms, ...args]);
    add(`timer ${id}`, callerInRemote(), 'CHECK_RUN_INTERVAL_LEFT', `interval of ${ms ?? 0} ms`);
    return id;
  });
  replace('setTimeout', (handler: TimerHandler, ms?: number, ...args: unknown[]) => {
    const caller = callerInRemote();
    if (!caller || typeof handler !== 'function') return call('setTimeout', [handler, ms, ...args]);
    const run = (): void => {
      effects.delete(`timer ${id}`);
      (handler as (...given: unknown[]) => void)(...args);
    };
    const id = call('setTimeout', [run, ms]);
    add(`timer ${id}`, caller, 'CHECK_RUN_TIMEOUT_LEFT', `timeout of ${ms ?? 0} ms`);
    return id;
  });
  replace('requestAnimationFrame', (handler: FrameRequestCallback) => {
    const caller = callerInRemote();
    const id = call('requestAnimationFrame', [
      (time: number) => {
        effects.delete(`frame ${id}`);
        handler(time);
      },
    ]);
    add(`frame ${id}`, caller, 'CHECK_RUN_TIMEOUT_LEFT', 'animation frame');
    return id;
  });
  const ending = (name: 'clearInterval' | 'clearTimeout' | 'cancelAnimationFrame', kind: string): void => {
    const end = methodOf(page, name);
    replace(name, (id: number) => {
      end.call(page, id);
      effects.delete(`${kind} ${id}`);
    });
  };
  ending('clearInterval', 'timer');
  ending('clearTimeout', 'timer');
  ending('cancelAnimationFrame', 'frame');
}

/** An original method, bound to its object. */
function methodOf<T, K extends keyof T>(owner: T, name: K): T[K] {
  return owner[name];
}

function watchConnections(page: Window & typeof globalThis, add: Add): void {
  for (const name of ['EventSource', 'WebSocket'] as const) {
    page[name] = new Proxy<typeof EventSource & typeof WebSocket>(page[name] as never, {
      construct(original, args, target) {
        const caller = callerInRemote();
        const connection = Reflect.construct(original, args, target) as object;
        add(connection, caller, 'CHECK_RUN_CONNECTION_LEFT', `${name} to ${String(args[0])}`);
        return connection;
      },
    });
  }
}

function isClosed(connection: unknown): boolean {
  if (connection instanceof EventSource) return connection.readyState === EventSource.CLOSED;
  return connection instanceof WebSocket && connection.readyState >= WebSocket.CLOSING;
}

/** The finding of an effect that has not ended. */
export const leftOver = ({ code, what, view, url, line }: Effect, when: string): Sighting => ({
  code,
  message: `A ${what} is still there after ${when}.`,
  view,
  url,
  line,
});
