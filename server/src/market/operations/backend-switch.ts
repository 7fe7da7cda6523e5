import { PlatformError, reasonOf } from '../../kernel/index.ts';
import type { LoadReport } from '../../plugin-runtime/index.ts';
import type { TaskWork } from '../tasks/task-run.ts';
import type { Journal } from './journal.ts';
import type { OperationServices } from './services.ts';

/** What a switch says of the backend, in the specification's words. (spec: Deploy report fields) */
export interface BackendReport {
  readonly hotLoaded: boolean;
  readonly hotLoadNote: string;
  readonly restartRequired: boolean;
  /** Classes that were left out, each with the package that is missing. (spec: Errors) */
  readonly skippedClasses: LoadReport['skipped'];
}

/** A switch, and what the version before it leaves behind. */
export interface BackendSwitch {
  readonly report: BackendReport;
  readonly retired?: LoadReport['retired'];
}

const WITHOUT_BACKEND: BackendReport = {
  hotLoaded: false,
  hotLoadNote: 'The application has no backend.',
  restartRequired: false,
  skippedClasses: [],
};

export const LOADED_ALREADY: BackendReport = {
  hotLoaded: true,
  hotLoadNote: 'The application was loaded already.',
  restartRequired: false,
  skippedClasses: [],
};

const NOT_HERE: BackendReport = {
  hotLoaded: false,
  hotLoadNote: 'The backend was placed; it is loaded when the host starts with its plugin runtime enabled.',
  restartRequired: true,
  skippedClasses: [],
};

/** Loads a jar in place of what serves; on failure the runtime leaves the earlier version serving. */
export async function switchBackend(
  services: OperationServices,
  task: TaskWork<Journal>,
  appCode: string,
  jar: string | null,
): Promise<BackendSwitch> {
  const { backends } = services;
  if (jar === null) return { report: WITHOUT_BACKEND };
  if (!backends.enabled) return { report: NOT_HERE };
  await task.record({ backend: { jarBefore: backends.loadedJar(appCode) } });
  const { note, retired, skipped, stages } = await backends.load(appCode, jar);
  for (const { name, missing } of skipped) task.log(`warning: ${name} was skipped, ${missing} is missing`);
  for (const stage of stages) task.log(`Load stage ${stage.stage}: ${stage.durationMs} ms`);
  task.log(note);
  const report = { hotLoaded: true, hotLoadNote: note, restartRequired: false, skippedClasses: skipped };
  return { report, retired };
}

/** Brings the runtime back to the jar that served before. */
export async function takeBackBackend(
  { backends }: OperationServices,
  appCode: string,
  jarBefore: string | null,
  log: (line: string) => void,
): Promise<void> {
  if (!backends.enabled || backends.loadedJar(appCode) === jarBefore) return;
  if (jarBefore === null) await backends.unload(appCode, log);
  else {
    await backends.load(appCode, jarBefore).catch((error: unknown) => {
      throw new PlatformError({
        code: 'BACKEND_NOT_RESTORED',
        message: `The earlier backend ${jarBefore} could not be loaded again: ${reasonOf(error)}`,
        fix: 'Restart the host: it loads the jar that active-plugins.txt names.',
        cause: error,
      });
    });
  }
}
