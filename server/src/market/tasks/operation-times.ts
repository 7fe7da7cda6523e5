import type { TaskKind } from '../../data/index.ts';
import { serviceToken, WorkTimes } from '../../kernel/index.ts';

/** Upper bounds in seconds; an operation waits for migrations and for requests in flight. */
const BOUNDS = [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

const KINDS: readonly TaskKind[] = [
  'install',
  'upgrade',
  'rollback',
  'uninstall',
  'enable',
  'disable',
  'deploy',
];

/** How long operations of this process took, for metrics. (design 11.2) */
export type OperationTimes = WorkTimes<{ kind: TaskKind; outcome: 'succeeded' | 'failed' }>;

export function operationTimes(): OperationTimes {
  const times: OperationTimes = new WorkTimes(BOUNDS);
  for (const kind of KINDS) {
    for (const outcome of ['succeeded', 'failed'] as const) times.expect({ kind, outcome });
  }
  return times;
}

export const OPERATION_TIMES = serviceToken<OperationTimes>('operation times');
