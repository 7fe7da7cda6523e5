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

/** A job's name is unique on the host. (design 9.4-23) */
function refuseTakenJobs({ appCode, parts }: LoadedApplication, table: ApplicationTable): void {
  const others = table.serving.filter((application) => application.appCode !== appCode);
  refuseIf(
    parts.jobs.all.flatMap(({ name, className }) => {
      const owner = others.map((other) => other.parts.jobs.find(name)).find((job) => job !== undefined);
      return owner ? [takenJob(name, className, owner.className)] : [];
    }),
  );
}

/**
 * Lets `next` serve instead of `current`: the pointer, the API documents, then what must exist only once. Should
 * `start()` of the new version fail, the old one is put back and started again. (design 3.3, 9.4-16)
 */
export async function switchTo(
  next: LoadedApplication,
  current: LoadedApplication | undefined,
  { table, http, logger }: SwitchServices,
): Promise<void> {
  const publish = (application: LoadedApplication): void => {
    table.put(application);
    application.parts.disposer.add(http.apiDocs.add(application.appCode, application.parts.instance));
  };
  const report = (failures: readonly unknown[]): void =>
    failures.forEach((error) => logger.warn('Stopping an application met an error', { error }));
  refuseTakenJobs(next, table);
  publish(next);
  report((await current?.stop()) ?? []);
  try {
    await next.start();
  } catch (error) {
    report(await next.stop());
    if (!current) {
      table.remove(next.appCode);
      throw error;
    }
    publish(current);
    await current
      .start()
      .catch((failure: unknown) => logger.error('The version put back did not start', { error: failure }));
    throw error;
  }
}
