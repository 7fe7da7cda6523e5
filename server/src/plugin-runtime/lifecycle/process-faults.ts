import { requestContext, type Logger, type Undo } from '../../kernel/index.ts';
import { applicationOf } from '../modules/source-maps.ts';

/** Marks listeners of plugin runtimes, of which several may live in one process. */
const OWN = Symbol.for('@platform/server/plugin-runtime/process-faults');
type Listener = ((error: unknown) => void) & { [OWN]?: true };
type EventName = 'unhandledRejection' | 'uncaughtException';

/**
 * Attributes errors that nobody caught to the application whose code they come from; they never end the host. Errors
 * of the host itself end the process as they would without this. (design 3.4)
 *
 * @param claim records an error of an application; false when this runtime has not loaded it
 */
export function watchProcessFaults(
  claim: (appCode: string, error: unknown) => boolean,
  logger: Logger,
): Undo {
  const undos = (['unhandledRejection', 'uncaughtException'] as const).map((event) => {
    const listener: Listener = (error) => {
      const stack = error instanceof Error ? (error.stack ?? '') : '';
      const appCode = requestContext.current()?.appCode ?? applicationOf(stack);
      if (appCode !== undefined) {
        if (!claim(appCode, error)) {
          logger.error('An error of an application that is not loaded any more', { appCode, error });
        }
        return;
      }
      if (isLastResort(event)) endProcess(error, logger);
    };
    listener[OWN] = true;
    process.on(event, listener);
    return () => void process.off(event, listener);
  });
  return () => undos.forEach((undo) => undo());
}

/** Nobody else looks at such errors. */
function isLastResort(event: EventName): boolean {
  const others = (process as NodeJS.EventEmitter).listeners(event) as Listener[];
  return others.every((listener) => listener[OWN]);
}

function endProcess(error: unknown, logger: Logger): void {
  logger.error('The host met an error that nobody caught and ends', { error });
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
}
