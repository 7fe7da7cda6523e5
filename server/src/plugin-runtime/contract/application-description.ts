import type { RouteAuth } from '../../kernel/index.ts';
import type { ApplicationHealth } from './application-health.ts';
import type { LoadFailure, SkippedClass } from './load-report.ts';
import type { Quarantined } from './quarantine.ts';

export interface RouteDescription {
  readonly method: string;
  readonly url: string;
  readonly auth: RouteAuth;
  /** Fully qualified class and method. */
  readonly handler: string;
}

export interface BeanDescription {
  readonly name: string;
  readonly kind: string;
  /** Names of the tokens that resolve to it. */
  readonly tokens: readonly string[];
  readonly dependencies: readonly string[];
}

/** A `@Scheduled` method on this instance. */
export interface ScheduleDescription {
  /** Fully qualified class and method. */
  readonly name: string;
  /** Human-readable: `every 5m`, `0 3 * * * (Europe/Berlin)`. */
  readonly when: string;
  /** Milliseconds between two runs; undefined for a cron expression. */
  readonly intervalMs: number | undefined;
  /** ISO timestamp; undefined for an interval. */
  readonly nextRunAt: string | undefined;
  readonly tenants: 'none' | 'each';
  readonly runs: number;
  readonly failures: number;
  /** ISO timestamp. */
  readonly lastRunAt: string | undefined;
}

export interface ListenerDescription {
  /** Name of the event's class. */
  readonly event: string;
  /** Fully qualified class and method. */
  readonly handler: string;
}

export interface ConsumerDescription {
  readonly queue: string;
  /** Fully qualified class and method. */
  readonly handler: string;
}

/** A job of the scheduler center; it runs where a task names it. */
export interface JobDescription {
  readonly name: string;
  /** Fully qualified class. */
  readonly handler: string;
}

/** Errors of listeners, timers and rejections since the load. (design 9.4-18) */
export interface Degradation {
  readonly faults: number;
  readonly lastMessage: string;
  readonly lastAt: string;
}

/** State of one application. */
export interface ApplicationDescription {
  readonly appCode: string;
  readonly state: 'loaded' | 'failed' | 'quarantined';
  readonly version: string | undefined;
  readonly jar: string | undefined;
  readonly loadedAt: string | undefined;
  readonly inFlight: number;
  readonly routes: readonly RouteDescription[];
  readonly beans: readonly BeanDescription[];
  readonly listeners: readonly ListenerDescription[];
  readonly schedules: readonly ScheduleDescription[];
  readonly consumers: readonly ConsumerDescription[];
  readonly skipped: readonly SkippedClass[];
  /** Codes of the applications whose classes it imports, loaded or not. */
  readonly siblings: readonly string[];
  readonly jobs: readonly JobDescription[];
  readonly degraded: Degradation | undefined;
  /** Undefined where nothing is loaded. */
  readonly health: ApplicationHealth | undefined;
  /** The last load that failed after the last success; an older version may still serve. */
  readonly failure: LoadFailure | undefined;
  /** Set where this version is kept out; one that serves until the next start is loaded still. */
  readonly quarantine: Quarantined | undefined;
}
