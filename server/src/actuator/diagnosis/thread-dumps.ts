import { question, SIBLINGS, type ModuleContext } from '../../kernel/index.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { MachineWorkers } from '../workers.ts';
import { ThreadDump } from './thread-dump.ts';

type Dump = ReturnType<ThreadDump['take']>;

const THREAD_DUMP = question<null, Dump>('threadDump');

/** @returns a dump of the worker with a number, of this one without */
export function threadDumps(
  ctx: Pick<ModuleContext, 'services' | 'onDispose'>,
  metrics: Pick<Metrics, 'loopDelay'>,
  workers: MachineWorkers,
): (worker: number | undefined) => Promise<Dump> {
  const siblings = ctx.services.find(SIBLINGS);
  const threads = new ThreadDump();
  const own = async (): Promise<Dump> => threads.take(await metrics.loopDelay());
  if (siblings) ctx.onDispose(siblings.answer(THREAD_DUMP, own));
  return (number) => {
    const worker = workers.find(number);
    return worker && siblings ? siblings.askOne(worker, THREAD_DUMP, null) : own();
  };
}
