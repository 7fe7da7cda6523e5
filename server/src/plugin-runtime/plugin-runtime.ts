import type { ApplicationHealth } from './health.ts';
import { serviceToken, type RouteAuth } from '../kernel/index.ts';
import type { JarSource } from './jar/read-jar.ts';

/** Stages of a load, in order. (design 9.4-17, 16-1) */
export type LoadStage =
  'read' | 'verify' | 'evaluate' | 'container' | 'statements' | 'init' | 'routes' | 'switch';

/** A class that was left out because something that it needs is not there. (spec: Errors) */
export interface SkippedClass {
  /** Fully qualified. */
  readonly name: string;
  /** The missing package. */
  readonly missing: string;
}

/** A module whose evaluation alone held the event loop, so that nobody was served meanwhile. */
export interface ModuleHold {
  /** Entry of the jar. */
  readonly module: string;
  readonly durationMs: number;
}

/** Outcome of a load. */
export interface LoadReport {
  readonly appCode: string;
  readonly version: string;
  /** File name of the jar. */
  readonly jar: string;
  /** Number of beans. */
  readonly components: number;
  readonly routes: number;
  readonly skipped: readonly SkippedClass[];
  readonly holds: readonly ModuleHold[];
  /** The specification's `hotLoadNote`. */
  readonly note: string;
  readonly durationMs: number;
  readonly stages: ReadonlyArray<{ readonly stage: LoadStage; readonly durationMs: number }>;
  /** Version that served before, if any. */
  readonly replacedVersion: string | undefined;
  /** What that version had left open, once its work has ended; undefined where none served. Never rejects. */
  readonly retired: Promise<UnloadReport> | undefined;
  /** The applications that import its classes, and were built anew with it in the same switch. */
  readonly rebuilt: readonly string[];
}

/** Outcome of an unload: what the application had left open, and was closed for it. */
export interface UnloadReport {
  readonly appCode: string;
  readonly version: string;
  /** Requests that were still running when the drain time was over, and were ended. */
  readonly abortedRequests: number;
  /** Timers that the application had not cleared. */
  readonly openTimers: readonly string[];
  /** Sockets, servers, files and processes that it had not closed. */
  readonly openHandles: readonly string[];
  /** Failures of `stop()`, `dispose()` and undos; nothing else was kept from being undone. */
  readonly failures: readonly string[];
}

/** Why a load failed. */
export interface LoadFailure {
  readonly version: string | undefined;
  readonly stage: LoadStage;
  readonly code: string;
  readonly message: string;
  readonly fix: string | undefined;
  /** In the application's sources: `platform-hello/src/a.ts:3:7`. */
  readonly place: string | undefined;
  /** ISO timestamp. */
  readonly at: string;
}

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
  /** Names of the tokens it answers to. */
  readonly tokens: readonly string[];
  readonly dependencies: readonly string[];
}

/** A `@Scheduled` method on this instance. */
export interface ScheduleDescription {
  /** Fully qualified class and method. */
  readonly name: string;
  /** For people: `every 5m`, `0 3 * * * (Europe/Berlin)`. */
  readonly when: string;
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

/** Errors of listeners, timers and rejections, counted since the load. (design 9.4-18) */
export interface Degradation {
  readonly faults: number;
  readonly lastMessage: string;
  readonly lastAt: string;
}

/** State of one application. */
export interface ApplicationDescription {
  readonly appCode: string;
  readonly state: 'loaded' | 'failed';
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
  /** The last load that failed since one succeeded; an older version may serve on. */
  readonly failure: LoadFailure | undefined;
}

/** What `loadAll` did. */
export interface LoadAllReport {
  readonly loaded: readonly LoadReport[];
  readonly failed: ReadonlyArray<{ readonly appCode: string; readonly failure: LoadFailure }>;
  /** Jars in the plugin directory that are nobody's effective one. */
  readonly staleJars: readonly string[];
}

/** Loads the backends of applications into this process, swaps and unloads them. (design 3.3) */
export interface PluginRuntime {
  /**
   * Loads a jar and switches the application to it; those that import its classes are built anew and change in the same
   * switch. On any failure everything that served goes on serving. Loads of one application run one after the other.
   *
   * @throws PlatformError whose `details` carry `loadStage` and `findings`
   */
  load(appCode: string, jar: JarSource): Promise<LoadReport>;
  /**
   * Takes the application away, waits for its requests, disposes it; those that import its classes are built anew without
   * it. Undefined where it was not loaded.
   *
   * @throws PLUGIN_DEPENDENT_REFUSED when one of those cannot be built; then everything stays as it was
   */
  unload(appCode: string): Promise<UnloadReport | undefined>;
  /** Loads what `active-plugins.txt` names; one that fails does not keep the others from loading. */
  loadAll(): Promise<LoadAllReport>;
  isLoaded(appCode: string): boolean;
  describe(): readonly ApplicationDescription[];
  describe(appCode: string): ApplicationDescription | undefined;
  /** Resolves when former versions have been drained and disposed. */
  settled(appCode?: string): Promise<void>;
}

export const PLUGIN_RUNTIME = serviceToken<PluginRuntime>('pluginRuntime');
