/** When accounts are locked, and for how long. */
export interface LockPolicy {
  /** Failed attempts before the first lock. */
  readonly afterFailures: number;
  /** Length of the first lock in seconds. */
  readonly firstSeconds: number;
}

const LONGEST_LOCK_SECONDS = 3600;

/**
 * Seconds that an account is locked for after its `failures`-th failed attempt in a row: none below the threshold,
 * then doubling with each, up to an hour.
 */
export function lockSeconds(failures: number, policy: LockPolicy): number {
  if (failures < policy.afterFailures) return 0;
  const doublings = Math.min(failures - policy.afterFailures, 16);
  return Math.min(policy.firstSeconds * 2 ** doublings, LONGEST_LOCK_SECONDS);
}
