import type { DeployReport } from '@platform/host-api';
import type { Task } from './task.ts';

/** The fields that the reports of all operations have between them. */
interface ReportFields extends Partial<DeployReport> {
  readonly previousVersion?: string | null;
  readonly migrations?: readonly string[];
  readonly menusRemoved?: number;
  readonly tablesDropped?: readonly string[];
  readonly tablesCleared?: readonly string[];
}

export interface OperationReport {
  readonly previousVersion: string | null;
  /** How the backend was changed; undefined for an operation that changes none. */
  readonly backend: 'loaded' | 'restart' | 'none' | undefined;
  readonly hotLoadNote: string;
  readonly security: string;
  readonly activeJar: string | null;
  readonly menusRemoved: number;
  readonly migrations: readonly string[];
  readonly staleJars: readonly string[];
  readonly tablesDropped: readonly string[];
  readonly tablesCleared: readonly string[];
  readonly skippedClasses: NonNullable<DeployReport['skippedClasses']>;
  readonly abortedRequests: number;
  /** Timers, sockets and files that the version before left open. */
  readonly leftOpen: readonly string[];
}

/** Reads the report of any operation. */
export function reportOf(report: NonNullable<Task['report']>): OperationReport {
  const fields = report as ReportFields;
  const { abortedRequests = 0, openTimers = [], openHandles = [], failures = [] } = fields.unloadReport ?? {};
  return {
    previousVersion: fields.previousVersion ?? null,
    backend: backendOf(fields),
    hotLoadNote: fields.hotLoadNote ?? '',
    security: fields.security ?? '',
    activeJar: fields.activeJar ?? null,
    menusRemoved: fields.menusRemoved ?? 0,
    migrations: fields.migrations ?? [],
    staleJars: fields.staleJars ?? [],
    tablesDropped: fields.tablesDropped ?? [],
    tablesCleared: fields.tablesCleared ?? [],
    skippedClasses: fields.skippedClasses ?? [],
    abortedRequests,
    leftOpen: [...openTimers, ...openHandles, ...failures],
  };
}

function backendOf({ hotLoaded, restartRequired }: ReportFields): OperationReport['backend'] {
  if (hotLoaded === undefined) return undefined;
  if (hotLoaded) return 'loaded';
  return restartRequired ? 'restart' : 'none';
}
