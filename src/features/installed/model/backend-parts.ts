import type { BackendReport } from '../api/backend-report.ts';

/**
 * `cn.platform.hello.task.HelloTasks.sweep` → `HelloTasks.sweep`, `…HelloItemService` →
 * `HelloItemService`.
 */
export function shortName(qualified: string): string {
  const at = qualified.split('.').findIndex((segment) => /^[A-Z]/.test(segment));
  return at === -1 ? qualified : qualified.split('.').slice(at).join('.');
}

export type HealthState = 'good' | 'degraded' | 'failed' | 'quarantined';

/**
 * Degraded: uncaught errors or a blocked event loop. Errors that a request received do not count.
 */
export function healthOf({ state, degraded, health }: BackendReport): HealthState {
  if (state !== 'loaded') return state;
  return degraded || (health && health.holds.count > 0) ? 'degraded' : 'good';
}
