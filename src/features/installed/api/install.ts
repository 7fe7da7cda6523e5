import type { FailedVersion, OperationFailure } from '@/shared/tasks';

/** An installation of the tenant (`GET /app/install/list`). */
export interface Install {
  installId: number;
  appCode: string;
  name: string;
  icon?: string | null;
  version: string;
  previousVersion?: string | null;
  latestVersion?: string | null;
  /** 0 disabled, 1 enabled, 2 installing, 3 upgrading, 4 uninstalling, 9 failed (design 2.1). */
  status: number;
  /** Of the last operation, until somebody has taken note of it or something has succeeded since. */
  failure?: OperationFailure | null;
  /** A version that was tried here in vain, also after its failure was taken note of. */
  failed?: FailedVersion | null;
  backend: 'loaded' | 'degraded' | 'notLoaded' | 'none';
  /** Why the backend is not loaded. */
  backendError?: string | null;
  installedAt: string;
  installedBy?: string | null;
}
