import type { Version } from '@platform/host-api';
import type { StateName } from '@/shared/ui/state.ts';

const states = ['pending', 'published', 'unlisted', 'deprecated'] as const satisfies readonly StateName[];

/** The word for `app_version.status` (design 2.1). */
export const versionState = (status: Version['status']): StateName => states[status];
