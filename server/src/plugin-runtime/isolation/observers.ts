import perfHooks from 'node:perf_hooks';
import type { OpenHandles } from './open-handles.ts';

type Observed = Parameters<perfHooks.PerformanceObserver['observe']>[0];

/** `PerformanceObserver` of one application; it ends with it. */
export function ownPerformanceObserver(open: OpenHandles): typeof perfHooks.PerformanceObserver {
  return class extends perfHooks.PerformanceObserver {
    override observe(options: Observed): void {
      super.observe(options);
      open.add(
        this,
        () => undefined,
        () => super.disconnect(),
      );
    }

    override disconnect(): void {
      open.remove(this);
      super.disconnect();
    }
  };
}

/** `BroadcastChannel` of one application; it ends with it, or it would hear the next version. */
export function ownBroadcastChannel(open: OpenHandles): typeof BroadcastChannel {
  return class extends BroadcastChannel {
    constructor(name: string) {
      super(name);
      open.add(
        this,
        () => undefined,
        () => super.close(),
      );
    }

    override close(): void {
      open.remove(this);
      super.close();
    }
  };
}

/** `node:perf_hooks` for one application. */
export function perfHooksFacade(open: OpenHandles): object {
  const monitorEventLoopDelay: typeof perfHooks.monitorEventLoopDelay = (options) => {
    const histogram = perfHooks.monitorEventLoopDelay(options);
    open.add(
      histogram,
      () => undefined,
      () => void histogram.disable(),
    );
    return histogram;
  };
  return Object.freeze({
    ...perfHooks,
    PerformanceObserver: ownPerformanceObserver(open),
    monitorEventLoopDelay,
  });
}
