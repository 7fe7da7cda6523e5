import { stackOf, reasonOf } from '../kernel/index.ts';
import type { StopKind } from '../supervisor/index.ts';
import { endOrphan } from './end-with-parent.ts';
import type { SupervisorLink } from './supervisor-link.ts';

/**
 * Stops the host on SIGTERM, SIGINT, or when its parent process has ended. A second signal ends the
 * process at once. (design 6.2)
 *
 * @param supervisor asks to stop instead, where there is one
 */
export function onStopSignal(stop: (how: StopKind) => Promise<void>, supervisor?: SupervisorLink): void {
  let stopping = false;
  const handle = (how: StopKind, end: (code: number) => void = (code) => process.exit(code)): void => {
    if (stopping) end(1);
    stopping = true;
    stop(how).then(
      () => end(0),
      (error: unknown) => {
        process.stderr.write(`Stopping failed: ${stackOf(error) || reasonOf(error)}\n`);
        end(1);
      },
    );
  };
  process.on('SIGTERM', () => handle('drain'));
  if (supervisor) return supervisor.onStop(handle);
  process.on('SIGINT', () => handle('now'));
  if (process.connected) process.on('disconnect', () => handle('now', endOrphan));
}
