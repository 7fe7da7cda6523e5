import { Supervisor, type Programs } from './supervisor.ts';

export { UNDER_WAY } from './protocol.ts';
export type {
  FromWorker,
  PortPlace,
  StackFrame,
  ToWorker,
  WorkerIncident,
  WorkerSettings,
  WorkUnderWay,
} from './protocol.ts';
export { TICK_MS } from './silence.ts';

/**
 * Runs the host as a worker of this process and keeps it alive until a signal stops it.
 *
 * SIGTERM, SIGINT and the end of the parent process stop it; a second signal ends it at once.
 * SIGHUP replaces the worker in the production profile. (design 10.2, 16-11)
 */
export function supervise(programs: Programs): void {
  const supervisor = new Supervisor(programs, {
    ready: ({ api, frontend }) =>
      process.send?.({ type: 'ready', api, frontend, startMs: performance.now() }),
    ended: (code) => process.exit(code),
    say: (line) => process.stderr.write(`[supervisor] ${line}\n`),
  });
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) {
      supervisor.kill();
      process.exit(1);
    }
    isStopping = true;
    supervisor.stop();
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  process.on('SIGHUP', () => (supervisor.replacesOnHangup ? supervisor.replace() : stop()));
  if (process.connected) process.on('disconnect', stop);
  supervisor.start();
}
