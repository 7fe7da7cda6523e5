import {
  isError,
  reasonOf,
  requestContext,
  stackOf,
  toStandardError,
  type Logger,
  type Undo,
} from '../../kernel/index.ts';
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
 * @param atWork names the applications that may have thrown what names nobody
 */
export function watchProcessFaults(
  claim: (appCode: string, error: unknown) => boolean,
  atWork: () => readonly string[],
  logger: Logger,
): Undo {
  const handle = (event: EventName, error: unknown): void => {
    const appCode = requestContext.current()?.appCode ?? applicationOf(stackOf(error));
    if (appCode !== undefined) {
      if (!claim(appCode, error)) {
        logger.error('An error of an application that is not loaded any more', { appCode, error });
      }
    } else if (!isOfHost(error)) {
      logger.error('An application threw a value that names nobody', { atWork: atWork(), error });
    } else if (isLastResort(event)) {
      endProcess(error, logger);
    }
  };
  const undos = (['unhandledRejection', 'uncaughtException'] as const).map((event) => {
    const listener: Listener = (error) => {
      try {
        handle(event, error);
      } catch (failure) {
        // An exception here would end the process: Node asks nobody else.
        toStandardError(`An error could not be recorded: ${reasonOf(failure)}\n`);
      }
    };
    listener[OWN] = true;
    process.on(event, listener);
    return () => void process.off(event, listener);
  });
  return () => undos.forEach((undo) => undo());
}

/** The host throws errors with a stack; texts, symbols and errors that were stripped of theirs come from applications. */
const isOfHost = (error: unknown): boolean => isError(error) && /\n\s+at /.test(stackOf(error));

/** Nobody else looks at such errors. */
function isLastResort(event: EventName): boolean {
  const others = (process as NodeJS.EventEmitter).listeners(event) as Listener[];
  return others.every((listener) => listener[OWN]);
}

function endProcess(error: unknown, logger: Logger): void {
  logger.error('The host met an error that nobody caught and ends', { error });
  toStandardError(`${stackOf(error) || reasonOf(error)}\n`);
  process.exit(1);
}
