import type { Task } from './task.ts';

/**
 * What became of a task whose time has come: `taken` here, or its time left out; `waits` because its application is not loaded,
 * or its former run goes on; `gone` to another node, or changed meanwhile.
 */
export type Taken = 'taken' | 'waits' | 'gone';

/** Finds the tasks whose time has come, on one of the nodes that share them. (design 3.8) */
export interface DueTimes {
  /** Begins to hand tasks on; a task that waits is handed on again. */
  start(take: (task: Task) => Promise<Taken>): Promise<void>;
  /** A task has another next time, or none. Never fails: a time that could not be noted is found later. */
  follow(task: Pick<Task, 'jobId' | 'nextRunTime'>): Promise<void>;
  close(): Promise<void>;
}
