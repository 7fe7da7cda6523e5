import type { PlacementPlan } from '../disk/placement.ts';
import type { Install } from '../records/install-store.ts';
import type { Takeover } from '../tasks/takeover.ts';

/**
 * Effects of a task, each recorded before it happens, so that it can be rolled back after a crash.
 *
 * Field names are stored in `app_task.journal_json`: a renamed field would orphan open journals.
 * (design 4.4)
 */
export interface Journal extends Takeover {
  readonly appCode: string;
  readonly tenantId: string;
  /** The tenant's record before the task; null when there was none. */
  readonly install: { readonly installId: number; readonly before: Install | null };
  /** Version whose package this host keeps, unless the task is rolled back. */
  readonly kept: { readonly appCode: string; readonly version: string };
  readonly placement: PlacementPlan;
  /** At least one migration script was started. */
  readonly migrationsRan: boolean;
  /** Jar that served before the runtime changed. */
  readonly backend: { readonly jarBefore: string | null };
  /** Task for which the other hosts prepare. (design 10.7-7) */
  readonly phases: number;
  /** The change is final; only cleaning up remains. */
  readonly committed: true;
  /** The application leaves this host: its files are removed after the commit. */
  readonly removing: true;
  /** Tables dropped after the commit, because a drop cannot be rolled back. */
  readonly dropping: readonly string[];
}
