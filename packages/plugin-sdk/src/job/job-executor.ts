import { beanDecorator, type BeanDecorator, type BeanOptions } from '../core/bean.ts';
import type { Injectable } from '../core/injection.ts';
import { factFor, factKey } from '../metadata/index.ts';
import type { ExecuteResult } from './execute-result.ts';

/** Writes lines to the log of the run, as shown in the console. (spec: L5, remote logger) */
export interface JobLogger {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** The arguments of a run. */
export interface JobArgs {
  readonly taskId: number;
  readonly taskName: string;
  /** Parameters of the task, as entered in the console. */
  readonly params: unknown;
  /** The tenant of the task, for which the run acts. */
  readonly tenantId: string;
  /** Counts from 1. */
  readonly attempt: number;
  /** Aborted when the time limit is over, the application unloads, or the host stops. */
  readonly signal: AbortSignal;
  readonly log: JobLogger;
}

/** The fixed shape of a job. (spec: L5) */
export interface JobHandler {
  jobExecute(args: JobArgs): Promise<ExecuteResult>;
}

export interface JobExecutorOptions<
  I extends readonly Injectable[] = readonly Injectable[],
  A extends object = object,
> extends BeanOptions<I, A> {
  /** Name of the job, unique on the host. Tasks refer to it. */
  readonly name: string;
}

export const JOB = factKey<{ name: string }>('job', () => ({ name: '' }));

/**
 * Declares a job of the scheduler center. (spec: L5; design 3.8)
 *
 * It runs when a task names it, on one node and for the tenant of the task. A task waits while
 * its application is not loaded.
 *
 * @example
 * ```ts
 * @JobExecutor({ name: 'notesReport', inject: [ItemMapper] })
 * export class ReportJob {
 *   constructor(private readonly items: ItemMapper) {}
 *
 *   async jobExecute(args: JobArgs): Promise<ExecuteResult> {
 *     args.log.info('Counting items');
 *     return ExecuteResult.success(await this.items.selectCount({}));
 *   }
 * }
 * ```
 */
export function JobExecutor<const I extends readonly Injectable[] = readonly [], A extends object = object>({
  name,
  ...options
}: JobExecutorOptions<I, A>): BeanDecorator<I, A & JobHandler> {
  const bean = beanDecorator<I, A>('job', options);
  return (type, context) => {
    factFor(context.metadata, JOB).name = name;
    bean(type, context);
  };
}
