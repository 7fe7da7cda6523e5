import type { StateName } from '@/shared/ui/state.ts';

const states: readonly StateName[] = ['pending', 'published', 'unlisted', 'deprecated'];

/** The word for `app_version.status` (design 2.1). */
export function versionState(status: number): StateName {
  return states[status] ?? 'pending';
}
