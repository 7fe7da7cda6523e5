import type { BackendSwitchReport } from '@platform/host-api';
import { PlatformError, reasonOf } from '../../kernel/index.ts';
import type { LoadReport, PreparedLoad } from '../../plugin-runtime/index.ts';
import type { Backends } from '../runtime/backends.ts';
import type { TaskWork } from '../tasks/task-run.ts';
import type { Journal } from './journal.ts';

/** Backends of which a switch changes one. */
export type SwitchedBackends = Pick<Backends, 'enabled' | 'keepOut' | 'load' | 'loadedJar'>;

/** The result of a switch. */
export interface BackendSwitch {
  readonly report: BackendSwitchReport;
  /** Settles once the former version is unloaded. */
  readonly retired?: LoadReport['retired'];
}

const NO_BACKEND: BackendSwitchReport = {
  hotLoaded: false,
  hotLoadNote: 'The application has no backend.',
  restartRequired: false,
  skippedClasses: [],
};

export const ALREADY_LOADED: BackendSwitchReport = {
  hotLoaded: true,
  hotLoadNote: 'The application was already loaded.',
  restartRequired: false,
  skippedClasses: [],
};

const RUNTIME_DISABLED: BackendSwitchReport = {
  hotLoaded: false,
  hotLoadNote: 'The backend is placed. A host with its plugin runtime enabled loads it at start.',
  restartRequired: true,
  skippedClasses: [],
};

const QUARANTINED: BackendSwitchReport = {
  hotLoaded: false,
  hotLoadNote: 'The version is in quarantine and was not loaded. "Load again" on its page ends that.',
  restartRequired: false,
  skippedClasses: [],
};

/**
 * Loads a jar in place of the serving one; after a failure the former version keeps serving.
 *
 * A version in quarantine is placed and not loaded where nothing serves.
 *
 * @param prepared the version, built beforehand
 * @throws APP_QUARANTINED (503) for such a version where another one serves
 */
export async function switchBackend(
  backends: SwitchedBackends,
  task: TaskWork<Journal>,
  appCode: string,
  jar: string | null,
  prepared?: PreparedLoad,
): Promise<BackendSwitch> {
  if (jar === null) return { report: NO_BACKEND };
  if (!backends.enabled) return { report: RUNTIME_DISABLED };
  const jarBefore = backends.loadedJar(appCode);
  await task.record({ backend: { jarBefore } });
  if (jarBefore === null && (await backends.keepOut(appCode, jar))) {
    task.log(`warning: ${QUARANTINED.hotLoadNote}`);
    return { report: QUARANTINED };
  }
  const { note, retired, skipped, stages } = await (prepared
    ? prepared.switch()
    : backends.load(appCode, jar));
  for (const { name, missing } of skipped) task.log(`warning: ${name} was skipped, ${missing} is missing`);
  for (const stage of stages) task.log(`Load stage ${stage.stage}: ${stage.durationMs} ms`);
  task.log(note);
  const report = { hotLoaded: true, hotLoadNote: note, restartRequired: false, skippedClasses: skipped };
  return { report, retired };
}

/**
 * Loads the jar that served before the operation, unless it is in quarantine by now.
 *
 * @throws BACKEND_NOT_RESTORED
 */
export async function rollBackBackend(
  backends: Backends,
  appCode: string,
  jarBefore: string | null,
  log: (line: string) => void,
): Promise<void> {
  if (!backends.enabled || backends.loadedJar(appCode) === jarBefore) return;
  if (jarBefore === null) await backends.unload(appCode, log);
  else if (await backends.keepOut(appCode, jarBefore)) {
    log(`${jarBefore} is in quarantine and stays out`);
  } else {
    await backends.load(appCode, jarBefore).catch((error: unknown) => {
      throw new PlatformError({
        code: 'BACKEND_NOT_RESTORED',
        message: `The earlier backend ${jarBefore} could not be loaded again: ${reasonOf(error)}`,
        fix: 'Restart the host: it loads the jar named in active-plugins.txt.',
        cause: error,
        details: { params: { reason: reasonOf(error) } },
      });
    });
  }
}
