import { stackOf, reasonOf } from '../kernel/index.ts';
import type { SupervisorLink } from './supervisor-link.ts';

/**
 * Stops the host on SIGTERM, SIGINT, or when its parent process has ended. A second signal ends the
 * process at once. (design 6.2)
 *
 * @param stop is told whether a balancer before the host may have to hear first, as at SIGTERM
 * @param supervisor asks to stop instead, where there is one
 */
export function onStopSignal(stop: (drains: boolean) => Promise<void>, supervisor?: SupervisorLink): void {
  let stopping = false;
  const handle = (drains: boolean): void => {
    if (stopping) process.exit(1);
    stopping = true;
    stop(drains).then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Stopping failed: ${stackOf(error) || reasonOf(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => handle(true));
  if (supervisor) return supervisor.onStop(handle);
  process.on('SIGINT', () => handle(false));
  if (process.connected) process.on('disconnect', () => handle(false));
}
