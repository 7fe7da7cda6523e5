import { examine, sample } from './examination.ts';
import type { StopKind } from './protocol.ts';
import { Supervisor } from './supervisor.ts';
import { WorkerProcess } from './worker-process.ts';

export { UNDER_WAY } from './protocol.ts';
export type {
  FromWorker,
  LeftText,
  LivingWorker,
  LoopLoad,
  OutsideMemoryFull,
  PortPlace,
  StackFrame,
  StillReport,
  StopKind,
  ToWorker,
  WorkerIncident,
  WorkerPlace,
  WorkerSettings,
  WorkUnderWay,
} from './protocol.ts';
export { TICK_MS } from './silence.ts';

/** Modules that processes of the supervisor run. */
interface Programs {
  /** The host. */
  readonly worker: string;
  /** Client of the inspector of a blocked worker. */
  readonly examiner: string;
}

/**
 * Runs the host as workers of this process and keeps them alive until a signal stops them.
 *
 * SIGTERM, SIGINT and the end of the parent process stop them; a second signal ends them at once.
 * SIGHUP replaces them in the production profile. (design 10.2, 16-11)
 */
export function supervise({ worker: program, examiner }: Programs): void {
  const supervisor = new Supervisor<WorkerProcess>(
    {
      spawn: (events) => new WorkerProcess(program, events),
      examine: (worker) => examine(examiner, worker),
      sample: (worker, forMs) => sample(examiner, worker, forMs),
    },
    {
      ready: ({ api, frontend }) =>
        process.send?.({ type: 'ready', api, frontend, startMs: performance.now() }),
      ended: (code) => process.exit(code),
      say: (line) => process.stderr.write(`[supervisor] ${line}\n`),
    },
  );
  let isStopping = false;
  const stop = (how: StopKind): void => {
    if (isStopping) {
      supervisor.kill();
      process.exit(1);
    }
    isStopping = true;
    supervisor.stop(how);
  };
  process.on('SIGTERM', () => stop('drain')).on('SIGINT', () => stop('now'));
  process.on('SIGHUP', () => (supervisor.replacesOnHangup ? supervisor.replace() : stop('now')));
  if (process.connected) process.on('disconnect', () => stop('now'));
  supervisor.start();
}
