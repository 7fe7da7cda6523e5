/** When attempts have to wait, and for how long. */
export interface DelayPolicy {
  /** Failures without a wait; the attempt after them is the first that waits. */
  readonly afterFailures: number;
  readonly firstSeconds: number;
  readonly longestSeconds: number;
}

/**
 * An answer to an account that is attacked from many networks comes this late, at most. (design
 * 9.8-63)
 */
const LONGEST_ANSWER_MS = 5_000;
const FIRST_ANSWER_MS = 250;

/**
 * Seconds for which a network may not try a name again after so many failures there: doubling with
 * each.
 */
export function waitSeconds(failures: number, policy: DelayPolicy): number {
  if (failures < policy.afterFailures) return 0;
  return Math.min(
    policy.firstSeconds * 2 ** Math.min(failures - policy.afterFailures, 30),
    policy.longestSeconds,
  );
}

/** Milliseconds by which an answer is late after so many failures of a name over all networks. */
export function answerDelay(failures: number, policy: DelayPolicy): number {
  if (failures < policy.afterFailures) return 0;
  return Math.min(FIRST_ANSWER_MS * 2 ** Math.min(failures - policy.afterFailures, 10), LONGEST_ANSWER_MS);
}
