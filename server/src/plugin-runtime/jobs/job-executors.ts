import type { ExecuteResult, JobArgs } from '@platform/plugin-sdk/job';
import { serviceToken } from '../../kernel/index.ts';
import type { ApplicationAccess } from '../contract/application-access.ts';
import type { ServingApplications } from '../contract/application-table.ts';
import type { ApplicationJobs } from './application-jobs.ts';

/** A job that a loaded application offers. */
export interface JobDescription {
  /** The executor's name. */
  readonly name: string;
  readonly appCode: string;
  /** Fully qualified class. */
  readonly className: string;
}

/** Runs a job of the serving version. */
export type RunJob = (args: JobArgs) => Promise<ExecuteResult>;

interface JobParts {
  readonly jobs: ApplicationJobs;
}

/**
 * The jobs of the applications that serve now.
 *
 * Each run looks its job up again, so that an unload leaves nothing behind. (design 3.8)
 */
export class JobExecutors {
  readonly #applications: ServingApplications<JobParts>;
  readonly #access: () => ApplicationAccess | undefined;

  constructor(applications: ServingApplications<JobParts>, access: () => ApplicationAccess | undefined) {
    this.#applications = applications;
    this.#access = access;
  }

  list(): JobDescription[] {
    return this.#applications.serving.flatMap(({ appCode, parts }) =>
      parts.jobs.all.map(({ name, className }) => ({ name, appCode, className })),
    );
  }

  /** @returns undefined if the application is not loaded or not enabled for the tenant */
  find(name: string, tenantId: string): RunJob | undefined {
    for (const { appCode, parts } of this.#applications.serving) {
      const job = parts.jobs.find(name);
      if (!job) continue;
      const state = this.#access()?.state(tenantId, appCode) ?? 'enabled';
      return state === 'enabled' ? (args) => parts.jobs.run(job, args) : undefined;
    }
    return undefined;
  }
}

export const JOB_EXECUTORS = serviceToken<JobExecutors>('jobExecutors');
