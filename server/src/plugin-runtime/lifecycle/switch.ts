import type { HttpService, Logger } from '../../kernel/index.ts';
import { takenJob } from '../jobs/collect-jobs.ts';
import type { ApplicationTable } from './application-table.ts';
import { refuseIf } from './finding.ts';
import type { LoadedApplication } from './loaded-application.ts';

interface SwitchServices {
  readonly table: ApplicationTable;
  readonly http: HttpService;
  readonly logger: Logger;
}

/** What serves after a switch, and what before: each application after those whose classes it imports. */
export interface Switch {
  readonly next: readonly LoadedApplication[];
  readonly former: readonly LoadedApplication[];
}

/** Thrown where an application could not be started; the switch has been taken back. */
export class StartFailure extends Error {
  readonly appCode: string;

  constructor(appCode: string, cause: unknown) {
    super(`Application ${appCode} did not start`, { cause });
    this.appCode = appCode;
  }
}

/** A job's name is unique on the host. (design 9.4-23) */
function refuseTakenJobs({ next, former }: Switch, table: ApplicationTable): void {
  const changing = new Set([...next, ...former].map(({ appCode }) => appCode));
  const staying = table.serving.filter(({ appCode }) => !changing.has(appCode));
  refuseIf(
    next.flatMap(({ appCode, parts }) => {
      const others = [...staying, ...next.filter((other) => other.appCode !== appCode)];
      return parts.jobs.all.flatMap(({ name, className }) => {
        const owner = others.map((other) => other.parts.jobs.find(name)).find((job) => job !== undefined);
        return owner ? [takenJob(name, className, owner.className)] : [];
      });
    }),
  );
}

/**
 * Lets `next` serve instead of `former`, all in one turn: the pointers, the API documents, then what must exist only
 * once. Should `start()` of a new one fail, the former ones are put back and started again. (design 3.3, 9.4-16)
 *
 * @throws LoadRefusal for a job whose name is taken; StartFailure
 */
export async function switchTo(change: Switch, services: SwitchServices): Promise<void> {
  const { next, former } = change;
  const { table, logger } = services;
  refuseTakenJobs(change, table);
  publish(next, former, services);
  await stopAll(former, logger);
  const started: LoadedApplication[] = [];
  for (const application of next) {
    started.push(application);
    try {
      await application.start();
    } catch (error) {
      await stopAll(started, logger);
      publish(former, next, services);
      for (const old of former) {
        await old
          .start()
          .catch((failure: unknown) =>
            logger.error('The version put back did not start', { error: failure }),
          );
      }
      throw new StartFailure(application.appCode, error);
    }
  }
}

function publish(
  serving: readonly LoadedApplication[],
  instead: readonly LoadedApplication[],
  { table, http }: SwitchServices,
): void {
  const staying = new Set(serving.map(({ appCode }) => appCode));
  for (const { appCode } of instead) if (!staying.has(appCode)) table.remove(appCode);
  for (const application of serving) {
    table.put(application);
    application.parts.disposer.add(http.apiDocs.add(application.appCode, application.parts.instance));
  }
}

/** Stops applications, those first that use others. */
export async function stopAll(applications: readonly LoadedApplication[], logger: Logger): Promise<void> {
  for (const application of applications.toReversed()) {
    for (const error of await application.stop()) {
      logger.warn('Stopping an application met an error', { appCode: application.appCode, error });
    }
  }
}
