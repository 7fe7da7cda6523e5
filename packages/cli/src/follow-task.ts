import type { Task } from '@platform/host-api';
import { setTimeout as wait } from 'node:timers/promises';
import type { ApiClient } from './api-client.ts';
import type { CommandContext } from './command-context.ts';
import { CliError, EXIT } from './errors.ts';

const POLL_MS = 200;

/**
 * Waits for a task and reports each step as it ends.
 *
 * @throws CliError (exit 1) with the stage and the reason when the task fails, (exit 130) when the
 *   operator stops waiting
 */
export async function followTask(
  api: ApiClient,
  taskId: number,
  { output, signal }: Pick<CommandContext, 'output' | 'signal'>,
): Promise<Task> {
  const reported = new Set<string>();
  for (;;) {
    if (signal.aborted) throw interrupted(taskId);
    const task = await api.get<Task>(`/app/task/${taskId}`);
    for (const { name, status, durationMs } of task.steps) {
      if (status !== 'succeeded' || reported.has(name)) continue;
      reported.add(name);
      output.progress(`  ✓ ${name}${durationMs === null ? '' : ` (${durationMs} ms)`}`);
    }
    if (task.status === 'succeeded') return task;
    if (task.status === 'failed') throw failed(task);
    await wait(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

function interrupted(taskId: number): CliError {
  return new CliError(
    'INTERRUPTED',
    `The operation continues on the host as task ${taskId}.`,
    `Follow it: npx platform task ${taskId}`,
    EXIT.interrupted,
  );
}

function failed({ kind, appCode, failure, taskId }: Task): CliError {
  const why = failure ? `at ${failure.stage}: ${failure.message}` : 'without a reason.';
  return new CliError(
    failure?.code ?? 'TASK_FAILED',
    `The ${kind} of ${appCode} failed ${why}`,
    failure?.fix ?? `Nothing was changed; task ${taskId} has the log.`,
    EXIT.failed,
  );
}
