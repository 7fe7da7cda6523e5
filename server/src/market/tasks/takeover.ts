/**
 * Journal fields of a task that another node took over from the node that started it.
 *
 * The new owner settles records and data, which all nodes share; files are left to the node on
 * whose disk they are. (design 4.4)
 */
export interface Takeover {
  /** Process that took the task over, as in `owner_node`. */
  readonly takenOver?: string;
  /** Records and data are settled. */
  readonly sharedEnded?: true;
}

/** True while the node that took the task over has records and data to settle. */
export function isBeingSettled({ takenOver, sharedEnded }: Takeover): boolean {
  return takenOver !== undefined && sharedEnded !== true;
}
