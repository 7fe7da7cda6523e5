import type { BackendReport } from '../api/backend-report.ts';

/** One registration of a backend: its name, its trigger, and details. */
export interface Part {
  name: string;
  detail: string;
  note?: string;
}

export type PartKind = 'routes' | 'beans' | 'schedules' | 'jobs' | 'listeners' | 'consumers' | 'skipped';

/**
 * `cn.platform.hello.task.HelloTasks.sweep` → `HelloTasks.sweep`, `…HelloItemService` →
 * `HelloItemService`.
 */
export function shortName(qualified: string): string {
  const at = qualified.split('.').findIndex((segment) => /^[A-Z]/.test(segment));
  return at === -1 ? qualified : qualified.split('.').slice(at).join('.');
}

/** A backend's registrations by kind, without empty kinds. */
export function partsOf(report: BackendReport): [PartKind, Part[]][] {
  const all: [PartKind, Part[]][] = [
    [
      'routes',
      report.routes.map(({ method, url, auth, handler }) => ({
        name: `${method} ${url}`,
        detail: shortName(handler),
        note: auth,
      })),
    ],
    [
      'schedules',
      report.schedules.map(({ name, when, runs, failures }) => ({
        name: shortName(name),
        detail: when,
        note: failures > 0 ? `${runs} / ${failures}` : String(runs),
      })),
    ],
    ['jobs', report.jobs.map(({ name, handler }) => ({ name, detail: shortName(handler) }))],
    [
      'listeners',
      report.listeners.map(({ event, handler }) => ({ name: event, detail: shortName(handler) })),
    ],
    [
      'consumers',
      report.consumers.map(({ queue, handler }) => ({ name: queue, detail: shortName(handler) })),
    ],
    [
      'beans',
      report.beans.map(({ name, kind, dependencies }) => ({
        name: shortName(name),
        detail: dependencies.map(shortName).join(', '),
        note: kind,
      })),
    ],
    ['skipped', report.skipped.map(({ name, missing }) => ({ name: shortName(name), detail: missing }))],
  ];
  return all.filter(([, parts]) => parts.length > 0);
}

export type HealthState = 'good' | 'degraded' | 'failed' | 'quarantined';

/**
 * Degraded: uncaught errors or a blocked event loop. Errors that a request received do not count.
 */
export function healthOf({ state, degraded, health }: BackendReport): HealthState {
  if (state !== 'loaded') return state;
  return degraded || (health && health.holds.count > 0) ? 'degraded' : 'good';
}
