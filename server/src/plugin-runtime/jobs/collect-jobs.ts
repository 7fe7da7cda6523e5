import { JOB, ownFact } from '@platform/plugin-sdk/host';
import type { JobHandler } from '@platform/plugin-sdk/job';
import type { Bean } from '../container/container.ts';
import { refuseIf, type LoadFinding } from '../contract/load-finding.ts';

/** A `@JobExecutor` bean. */
export interface Job {
  /** The executor's name. */
  readonly name: string;
  /** Fully qualified class. */
  readonly className: string;
  readonly handler: JobHandler;
}

/**
 * Collects the jobs of an application's beans.
 *
 * @throws LoadRefusal with every invalid or duplicate job
 */
export function collectJobs(beans: readonly Bean[]): Job[] {
  const findings: LoadFinding[] = [];
  const jobs = new Map<string, Job>();
  for (const { definition, instance } of beans) {
    const name = ownFact(definition.type, JOB)?.name;
    if (name === undefined) continue;
    const other = jobs.get(name);
    if (!/^[\w.-]{1,128}$/.test(name)) {
      findings.push({
        code: 'PLUGIN_JOB_INVALID',
        message: `@JobExecutor of ${definition.name} has the invalid name "${name}".`,
        fix: 'Use 1 to 128 letters, digits, underscores, dots or hyphens.',
      });
    } else if (!isHandler(instance)) {
      findings.push({
        code: 'PLUGIN_JOB_INVALID',
        message: `${definition.name} has no method jobExecute(args).`,
        fix: 'Add `async jobExecute(args: JobArgs): Promise<ExecuteResult>`.',
      });
    } else if (other) {
      findings.push(duplicateJob(name, definition.name, other.className));
    } else {
      jobs.set(name, { name, className: definition.name, handler: instance });
    }
  }
  refuseIf(findings);
  return [...jobs.values()];
}

export const duplicateJob = (name: string, className: string, owner: string): LoadFinding => ({
  code: 'PLUGIN_JOB_DUPLICATE',
  message: `The job name ${name} of ${className} is taken by ${owner}.`,
  fix: 'Job names are unique on the host. Start the name with the application code.',
});

const isHandler = (instance: object): instance is JobHandler =>
  typeof (instance as Partial<JobHandler>).jobExecute === 'function';
