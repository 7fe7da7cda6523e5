import { stackOf, reasonOf } from '../kernel/index.ts';
/**
 * Stops the host on SIGTERM, SIGINT, or when its parent process has ended. A second signal ends the
 * process at once. (design 6.2)
 */
export function onStopSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const handle = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Stopping failed: ${stackOf(error) || reasonOf(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', handle);
  process.on('SIGINT', handle);
  if (process.connected) process.on('disconnect', handle);
}
