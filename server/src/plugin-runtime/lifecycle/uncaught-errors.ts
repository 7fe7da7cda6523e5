import {
  isError,
  reasonOf,
  requestContext,
  stackOf,
  toStandardError,
  type Logger,
  type Undo,
} from '../../kernel/index.ts';
import { applicationOf } from '../contract/source-maps.ts';

/** Marks the listeners of runtimes, since several may share a process. */
const OWN = Symbol.for('@platform/server/plugin-runtime/process-faults');
type Listener = ((error: unknown) => void) & { [OWN]?: true };
type EventName = 'unhandledRejection' | 'uncaughtException';

/**
 * Attributes uncaught errors to the application whose code threw them, which keeps the host alive.
 *
 * Uncaught errors of the host itself still end the process. (design 3.4)
 *
 * @param claim records an error of an application; false if this runtime has not loaded it
 * @param atWork returns the applications that may have thrown an error without an origin
 * @param onStray receives a value without an origin, and those applications
 */
export function watchUncaughtErrors(
  claim: (appCode: string, error: unknown) => boolean,
  atWork: () => readonly string[],
  logger: Logger,
  onStray: (error: unknown, atWork: readonly string[]) => void = () => undefined,
): Undo {
  const handle = (event: EventName, error: unknown): void => {
    const appCode = requestContext.current()?.appCode ?? applicationOf(stackOf(error));
    if (appCode !== undefined) {
      if (!claim(appCode, error)) {
        logger.error('An application that is no longer loaded threw an error', { appCode, error });
      }
    } else if (!isOfHost(error)) {
      const suspects = atWork();
      onStray(error, suspects);
      logger.error('An application threw a value without an origin', { atWork: suspects, error });
    } else if (isLastResort(event)) {
      endProcess(error, logger);
    }
  };
  const undos = (['unhandledRejection', 'uncaughtException'] as const).map((event) => {
    const listener: Listener = (error) => {
      try {
        handle(event, error);
      } catch (failure) {
        // An exception in this listener would end the process.
        toStandardError(`An error could not be recorded: ${reasonOf(failure)}\n`);
      }
    };
    listener[OWN] = true;
    process.on(event, listener);
    return () => void process.off(event, listener);
  });
  return () => undos.forEach((undo) => undo());
}

/** The host throws errors with a stack; anything else comes from an application. */
const isOfHost = (error: unknown): boolean => isError(error) && /\n\s+at /.test(stackOf(error));

/** True if no listener of another origin handles the event. */
function isLastResort(event: EventName): boolean {
  const others = (process as NodeJS.EventEmitter).listeners(event) as Listener[];
  return others.every((listener) => listener[OWN]);
}

function endProcess(error: unknown, logger: Logger): void {
  logger.error('Uncaught error of the host; the process exits', { error });
  toStandardError(`${stackOf(error) || reasonOf(error)}\n`);
  process.exit(1);
}
