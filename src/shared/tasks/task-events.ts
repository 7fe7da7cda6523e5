import type { ServerEvent } from '../http/index.ts';
import type { Task, TaskStep } from './task.ts';

export type TaskEvent =
  | { type: 'step'; data: Pick<TaskStep, 'name' | 'status' | 'durationMs' | 'hosts'> }
  | { type: 'progress'; data: { progress: number } }
  | { type: 'log'; data: { line: string } }
  | { type: 'end'; data: Task };

const kinds: readonly string[] = ['step', 'progress', 'log', 'end'] satisfies TaskEvent['type'][];

/** The task event in a server-sent event; undefined for unknown or invalid ones. */
export function parseTaskEvent({ event, data }: ServerEvent): TaskEvent | undefined {
  if (!kinds.includes(event)) return undefined;
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null
      ? ({ type: event, data: value } as TaskEvent)
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Merges a stream's events into a task. A stream may begin by repeating what the task's record
 * holds already: log lines that continue to match the record's, in order, are taken as repeated
 * and not shown twice. The record that comes with `end` has the last word.
 */
export function createTaskMerger(initial: Task): { push(event: TaskEvent): Task } {
  let task = initial;
  let repeated = 0;

  function appendLine(line: string): string {
    const lines = splitLog(task.logText);
    const match = lines.indexOf(line, repeated);
    if (match !== -1) {
      repeated = match + 1;
      return task.logText;
    }
    repeated = lines.length + 1;
    return [...lines, line].join('\n');
  }

  return {
    push(event) {
      if (task.status !== 'running') return task;
      if (event.type === 'end') task = event.data;
      else if (event.type === 'log') task = { ...task, logText: appendLine(event.data.line) };
      else if (event.type === 'progress')
        task = { ...task, progress: Math.max(task.progress, event.data.progress) };
      else task = withStep(task, event.data);
      return task;
    },
  };
}

/** The lines of a log, without the empty one after its last line end. */
export function splitLog(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function withStep(task: Task, step: Pick<TaskStep, 'name' | 'status' | 'durationMs' | 'hosts'>): Task {
  const known = task.steps.some(({ name }) => name === step.name);
  const steps = known
    ? task.steps.map((other) =>
        other.name === step.name && !isOlder(step, other) ? { ...other, ...step } : other,
      )
    : [...task.steps, { startedAt: null, ...step }];
  return { ...task, steps, currentStep: step.status === 'running' ? step.name : task.currentStep };
}

/** A repeated event must not move a step back. */
function isOlder(event: Pick<TaskStep, 'status'>, step: TaskStep): boolean {
  const order = { pending: 0, running: 1, succeeded: 2, failed: 2 };
  return order[event.status] < order[step.status];
}
