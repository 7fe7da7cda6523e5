import type { Task } from './task.ts';

/**
 * The outcome of a due time: `taken` here or skipped; `waits` while its application is not loaded
 * or an earlier run is in progress; `gone` to another node, or changed meanwhile.
 */
export type Taken = 'taken' | 'waits' | 'gone';

/** Finds due tasks, on one of the nodes that share them. (design 3.8) */
export interface DueTimes {
  /** Starts passing due tasks on; a waiting task is passed on again. */
  start(take: (task: Task) => Promise<Taken>): Promise<void>;
  /** Updates the next time of a task. Never fails: a later sweep finds a lost time. */
  follow(task: Pick<Task, 'jobId' | 'nextRunTime'>): Promise<void>;
  close(): Promise<void>;
}
