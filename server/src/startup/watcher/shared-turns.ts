/** Memory shared by the main thread and its watcher. */
export interface WatchData {
  /** Two numbers: turns of the event loop that were counted, and the application that is inside. */
  readonly turns: SharedArrayBuffer;
  /** Process id of the supervisor. */
  readonly supervisor: number;
}

/** Indexes in {@link WatchData.turns}. */
export const TURNS = 0;
export const INSIDE = 1;
export const NUMBERS = 2;

/** Meaning of a number of {@link INSIDE} from then on; 0 is nobody. */
export interface NamedApplication {
  readonly index: number;
  readonly appCode: string;
}
