import type { MenuPreview } from '../../../system/index.ts';
import type { ApplicationData } from '../../migrations/application-data.ts';
import type { FileChanges } from '../../placement/placement.ts';

/** What would happen, exactly, if an operation ran now. (design 2.3) */
export interface OperationPlan {
  readonly action: PlannedAction;
  readonly appCode: string;
  /** The tenant's version before and after; null for not installed. */
  readonly fromVersion: string | null;
  readonly toVersion: string | null;
  /** Other tenants use the application: code, menus and tables are theirs too. */
  readonly shared: boolean;
  /** Applications that would be installed first, in this order; the rest of the plan is of the application alone. */
  readonly needed: ReadonlyArray<{
    readonly appCode: string;
    readonly version: string;
    readonly packageSize: number;
  }>;
  /** Bytes to fetch from the storage; 0 where everything is on this host already. */
  readonly packageSize: number;
  readonly files: FileChanges;
  /** Migration scripts in the order in which they would run. (spec: L1) */
  readonly scripts: readonly string[];
  readonly tables: {
    readonly created: readonly string[];
    readonly dropped: readonly string[];
    /** Tables that stay, without this tenant's rows. */
    readonly cleared: readonly string[];
  };
  /** Of a removal: what it takes of the application's data, and what it leaves. (design 9.8-67) */
  readonly data?: { readonly goes: ApplicationData; readonly stays: ApplicationData };
  readonly menus: MenuPreview;
  /** Enabled applications that need this one. */
  readonly dependents: ReadonlyArray<{ readonly appCode: string; readonly range: string }>;
  /** Other tenants whose running code would change. */
  readonly tenants: {
    readonly total: number;
    /** Named to the platform's own tenant only. */
    readonly tenantIds: readonly string[];
  };
  readonly warnings: ReadonlyArray<{ readonly code: string; readonly message: string }>;
}

export type PlannedAction = 'install' | 'upgrade' | 'rollback' | 'uninstall';

export interface PlanRequest {
  readonly action: PlannedAction;
  readonly tenantId: string;
  readonly appCode: string;
  readonly version?: string | undefined;
  readonly dropData?: boolean | undefined;
  readonly withDependencies?: boolean | undefined;
}
