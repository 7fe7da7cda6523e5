import { PlatformError, reasonOf } from '../../kernel/index.ts';
import type { TaskWork } from '../tasks/task-run.ts';
import type { Journal } from './journal.ts';
import type { OperationServices } from './services.ts';

/** What a switch says of the backend, in the specification's words. (spec: Deploy report fields) */
export interface BackendReport {
  readonly hotLoaded: boolean;
  readonly hotLoadNote: string;
  readonly restartRequired: boolean;
}

const WITHOUT_BACKEND: BackendReport = {
  hotLoaded: false,
  hotLoadNote: 'The application has no backend.',
  restartRequired: false,
};

const NOT_HERE: BackendReport = {
  hotLoaded: false,
  hotLoadNote: 'The backend was placed; it is loaded when the host starts with its plugin runtime enabled.',
  restartRequired: true,
};

/** Loads a jar in place of what serves; on failure the runtime leaves the earlier version serving. */
export async function switchBackend(
  services: OperationServices,
  task: TaskWork<Journal>,
  appCode: string,
  jar: string | null,
): Promise<BackendReport> {
  const { backends } = services;
  if (jar === null) return WITHOUT_BACKEND;
  if (!backends.enabled) return NOT_HERE;
  await task.record({ backend: { jarBefore: backends.loadedJar(appCode) } });
  const report = await backends.load(appCode, jar);
  for (const { name, missing } of report.skipped)
    task.log(`warning: ${name} was skipped, ${missing} is missing`);
  for (const stage of report.stages) task.log(`Load stage ${stage.stage}: ${stage.durationMs} ms`);
  task.log(report.note);
  return { hotLoaded: true, hotLoadNote: report.note, restartRequired: false };
}

/** Brings the runtime back to the jar that served before. */
export async function takeBackBackend(
  { backends }: OperationServices,
  appCode: string,
  jarBefore: string | null,
): Promise<void> {
  if (!backends.enabled || backends.loadedJar(appCode) === jarBefore) return;
  if (jarBefore === null) await backends.unload(appCode);
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
