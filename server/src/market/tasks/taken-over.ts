/**
 * What a node notes in the journal of a task that another node has left. Records and data, which all nodes share, are
 * then its to bring to an end, and nobody else's; the files are left to the node on whose disk they are. (design 4.4)
 */
export interface TakenOver {
  /** The process that took the task over, as in `owner_node`. */
  readonly takenOver?: string;
  /** Records and data are at their end. */
  readonly sharedEnded?: true;
}

/** Records and data are still to be brought to an end, by whoever took the task over. */
export function endsElsewhere({ takenOver, sharedEnded }: TakenOver): boolean {
  return takenOver !== undefined && sharedEnded !== true;
}
