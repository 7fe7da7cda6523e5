import { setTimeout as wait } from 'node:timers/promises';
import type { ApiClient } from './api-client.ts';
import type { CommandContext } from './command-context.ts';
import { CliError, EXIT } from './errors.ts';

/** A task as `/app/task` answers it. */
export interface Task {
  readonly taskId: number;
  readonly appCode: string;
  readonly kind: string;
  readonly version: string | null;
  readonly status: 'running' | 'succeeded' | 'failed';
  readonly currentStep: string | null;
  readonly steps: ReadonlyArray<{
    readonly name: string;
    readonly status: string;
    readonly durationMs: number | null;
  }>;
  readonly report: Readonly<Record<string, unknown>> | null;
  readonly failure: {
    readonly stage: string;
    readonly code: string;
    readonly message: string;
    readonly fix: string | null;
  } | null;
  readonly actor: string | null;
  readonly createTime: string;
}

const POLL_MS = 200;

/**
 * Waits for a task and tells each step as it ends.
 *
 * @throws CliError (exit 1) with the stage and the reason when the task fails, (exit 130) when the operator stops waiting
 */
export async function followTask(
  api: ApiClient,
  taskId: number,
  { output, signal }: Pick<CommandContext, 'output' | 'signal'>,
): Promise<Task> {
  const told = new Set<string>();
  for (;;) {
    if (signal.aborted) throw left(taskId);
    const task = await api.get<Task>(`/app/task/${taskId}`);
    for (const { name, status, durationMs } of task.steps) {
      if (status !== 'succeeded' || told.has(name)) continue;
      told.add(name);
      output.progress(`  ✓ ${name}${durationMs === null ? '' : ` (${durationMs} ms)`}`);
    }
    if (task.status === 'succeeded') return task;
    if (task.status === 'failed') throw failed(task);
    await wait(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

function left(taskId: number): CliError {
  return new CliError(
    'INTERRUPTED',
    `The operation goes on at the host as task ${taskId}.`,
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
