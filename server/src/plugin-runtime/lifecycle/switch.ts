import type { HttpService, Logger } from '../../kernel/index.ts';
import { duplicateJob } from '../jobs/collect-jobs.ts';
import type { ApplicationTable } from '../contract/application-table.ts';
import { refuseIf } from '../contract/load-finding.ts';
import type { LoadedApplication } from '../loading/loaded-application.ts';

interface SwitchServices {
  readonly table: ApplicationTable<LoadedApplication>;
  readonly http: HttpService;
  readonly logger: Logger;
}

/** The versions of a switch, dependencies first. */
export interface Switch {
  readonly next: readonly LoadedApplication[];
  readonly former: readonly LoadedApplication[];
}

/** Thrown if an application could not be started; the switch is rolled back by then. */
export class StartFailure extends Error {
  readonly appCode: string;

  constructor(appCode: string, cause: unknown) {
    super(`Application ${appCode} did not start`, { cause });
    this.appCode = appCode;
  }
}

/** Job names are unique on the host. (design 9.4-23) */
function refuseDuplicateJobs({ next, former }: Switch, table: ApplicationTable<LoadedApplication>): void {
  const changing = new Set([...next, ...former].map(({ appCode }) => appCode));
  const staying = table.serving.filter(({ appCode }) => !changing.has(appCode));
  refuseIf(
    next.flatMap(({ appCode, parts }) => {
      const others = [...staying, ...next.filter((other) => other.appCode !== appCode)];
      return parts.jobs.all.flatMap(({ name, className }) => {
        const owner = others.map((other) => other.parts.jobs.find(name)).find((job) => job !== undefined);
        return owner ? [duplicateJob(name, className, owner.className)] : [];
      });
    }),
  );
}

/**
 * Switches from `former` to `next` within one turn of the event loop.
 *
 * First the routing and the API documents change, then `stop()` and `start()` run. If a `start()`
 * fails, everything is rolled back and the former versions start again. (design 3.3, 9.4-16)
 *
 * @throws LoadRefusal for a job name that is taken; StartFailure
 */
export async function switchTo(change: Switch, services: SwitchServices): Promise<void> {
  const { next, former } = change;
  const { table, logger } = services;
  refuseDuplicateJobs(change, table);
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
            logger.error('The former version did not start again after the rollback', { error: failure }),
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

/** Stops applications, dependents first. */
export async function stopAll(applications: readonly LoadedApplication[], logger: Logger): Promise<void> {
  for (const application of applications.toReversed()) {
    for (const error of await application.stop()) {
      logger.warn('An application failed to stop', { appCode: application.appCode, error });
    }
  }
}
