import type { LogLimits } from '../capabilities/log-limits.ts';
import { serviceToken } from '../../kernel/index.ts';

interface Loads {
  succeeded: number;
  failed: number;
  /** Duration of those that succeeded. */
  seconds: number;
}

/** Counts of the runtime since the start of the host, for metrics. (design 11.2) */
export class RuntimeCounts {
  /** A swap replaces a version that serves. */
  readonly loads: Readonly<Record<'load' | 'swap', Loads>> = {
    load: { succeeded: 0, failed: 0, seconds: 0 },
    swap: { succeeded: 0, failed: 0, seconds: 0 },
  };
  /** Log lines of applications that their limit left out. */
  readonly logs: Pick<LogLimits, 'leftOut'>;
  readonly drains = { count: 0, seconds: 0, abortedRequests: 0 };

  constructor(logs: Pick<LogLimits, 'leftOut'>) {
    this.logs = logs;
  }

  loaded(kind: 'load' | 'swap', milliseconds: number): void {
    this.loads[kind].succeeded += 1;
    this.loads[kind].seconds += milliseconds / 1000;
  }

  notLoaded(kind: 'load' | 'swap'): void {
    this.loads[kind].failed += 1;
  }

  drained(milliseconds: number, abortedRequests: number): void {
    this.drains.count += 1;
    this.drains.seconds += milliseconds / 1000;
    this.drains.abortedRequests += abortedRequests;
  }
}

export const RUNTIME_COUNTS = serviceToken<RuntimeCounts>('runtime counts');
