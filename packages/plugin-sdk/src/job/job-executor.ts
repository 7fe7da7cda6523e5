import { beanDecorator, type BeanDecorator, type BeanOptions } from '../core/bean.ts';
import type { Injectable } from '../core/injection.ts';
import { factFor, factKey } from '../metadata/index.ts';
import type { ExecuteResult } from './execute-result.ts';

/** Lines that the console shows beside the run. (spec: L5, remote logger) */
export interface JobLogger {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** What a run is told. */
export interface JobArgs {
  readonly taskId: number;
  readonly taskName: string;
  /** What the task was given in the console; undefined where nothing. */
  readonly params: unknown;
  /** The tenant that the task belongs to, and that the run acts for. */
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
  /** Unique on the host; what a task of the scheduler center names. */
  readonly name: string;
}

export const JOB = factKey<{ name: string }>('job', () => ({ name: '' }));

/**
 * A job of the scheduler center. It runs when somebody has created a task for it there, on one instance of the host, for the
 * tenant of the task; a task of an application that is not loaded waits. (spec: L5; design 3.8)
 *
 * @example `@JobExecutor({ name: 'helloReport', inject: [HelloItemService] })`
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
