/** Stages of a load, in order. (design 9.4-17, 16-1) */
export type LoadStage =
  | 'read'
  | 'verify'
  | 'evaluate'
  | 'container'
  | 'statements'
  | 'init'
  | 'routes'
  | 'switch';

/** A class that was left out because one of its dependencies is missing. (spec: Errors) */
export interface SkippedClass {
  /** Fully qualified. */
  readonly name: string;
  /** The missing package. */
  readonly missing: string;
}

/** A module whose evaluation alone held the event loop for too long. */
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
  /** The version that served before, if any. */
  readonly replacedVersion: string | undefined;
  /** Resolves once the replaced version is disposed; undefined where none served. Never rejects. */
  readonly retired: Promise<UnloadReport> | undefined;
  /** Applications that import its classes and were rebuilt in the same switch. */
  readonly rebuilt: readonly string[];
}

/** Outcome of an unload: the resources an application left open, which the host closed. */
export interface UnloadReport {
  readonly appCode: string;
  readonly version: string;
  /** In-flight requests that were aborted when the drain timeout expired. */
  readonly abortedRequests: number;
  /** Timers that the application had not cleared. */
  readonly openTimers: readonly string[];
  /** Sockets, servers, files and processes that it had not closed. */
  readonly openHandles: readonly string[];
  /** Failures of `stop()`, `dispose()` and cleanup steps; every other step still ran. */
  readonly failures: readonly string[];
}

/** Why a load failed. */
export interface LoadFailure {
  readonly version: string | undefined;
  readonly stage: LoadStage;
  readonly code: string;
  readonly message: string;
  readonly fix: string | undefined;
  /** Position in the application's sources: `platform-hello/src/a.ts:3:7`. */
  readonly place: string | undefined;
  /** ISO timestamp. */
  readonly at: string;
}

/** Outcome of loading everything that `active-plugins.txt` names. */
export interface LoadAllReport {
  readonly loaded: readonly LoadReport[];
  readonly failed: ReadonlyArray<{ readonly appCode: string; readonly failure: LoadFailure }>;
  /** Jars in the plugin directory that no application uses. */
  readonly staleJars: readonly string[];
}
