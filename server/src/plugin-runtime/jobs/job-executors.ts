import type { ExecuteResult, JobArgs } from '@platform/plugin-sdk/job';
import { serviceToken } from '../../kernel/index.ts';
import type { ApplicationAccess } from '../application-access.ts';
import type { ApplicationTable } from '../lifecycle/application-table.ts';

/** A job that a loaded application offers. */
export interface JobDescription {
  /** The executor's name. */
  readonly name: string;
  readonly appCode: string;
  /** Fully qualified class. */
  readonly className: string;
}

/** Runs a job of the version that serves now. */
export type RunJob = (args: JobArgs) => Promise<ExecuteResult>;

/** The jobs of what is loaded now; asked for each run, so nothing is left behind by an unload. (design 3.8) */
export class JobExecutors {
  readonly #table: ApplicationTable;
  readonly #access: () => ApplicationAccess | undefined;

  constructor(table: ApplicationTable, access: () => ApplicationAccess | undefined) {
    this.#table = table;
    this.#access = access;
  }

  list(): JobDescription[] {
    return this.#table.serving.flatMap(({ appCode, parts }) =>
      parts.jobs.all.map(({ name, className }) => ({ name, appCode, className })),
    );
  }

  /** @returns undefined while its application is not loaded, or not enabled for the tenant */
  find(name: string, tenantId: string): RunJob | undefined {
    for (const { appCode, parts } of this.#table.serving) {
      const job = parts.jobs.find(name);
      if (!job) continue;
      const state = this.#access()?.state(tenantId, appCode) ?? 'enabled';
      return state === 'enabled' ? (args) => parts.jobs.run(job, args) : undefined;
    }
    return undefined;
  }
}

export const JOB_EXECUTORS = serviceToken<JobExecutors>('jobExecutors');
