import type { Install } from '../installs/install-store.ts';
import type { PlacementPlan } from '../placement/placement.ts';
import type { TakenOver } from '../tasks/taken-over.ts';

/** What a task has begun to do, written before it is done, so that it can be taken back, also after a crash. (design 4.4) */
export interface Journal extends TakenOver {
  readonly appCode: string;
  readonly tenantId: string;
  /** The tenant's record that the task changes, as it was; null where there was none. */
  readonly install: { readonly installId: number; readonly before: Install | null };
  /** A version whose package is kept on this host from here on, unless the task is taken back. */
  readonly kept: { readonly appCode: string; readonly version: string };
  readonly placement: PlacementPlan;
  /** At least one migration script was begun. */
  readonly migrationsRan: boolean;
  /** The runtime was told to change; the jar that it had before. */
  readonly backend: { readonly jarBefore: string | null };
  /** From here on everything stands, and only leftovers are cleared away. */
  readonly committed: true;
  /** The application leaves this host: its files go after the commit. */
  readonly removing: true;
  /** Its data goes too, with these tables, after the commit: what was dropped cannot be taken back. */
  readonly dropping: readonly string[];
}
