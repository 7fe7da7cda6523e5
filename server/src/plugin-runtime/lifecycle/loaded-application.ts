import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Disposer, RequestTarget } from '../../kernel/index.ts';
import type { Container } from '../container/container.ts';
import type { ApplicationListeners } from '../events/application-listeners.ts';
import type { ApplicationJobs } from '../jobs/application-jobs.ts';
import type { TimerScope } from '../modules/timer-scope.ts';
import type { RouteDescription, SkippedClass, UnloadReport } from '../plugin-runtime.ts';
import type { Schedules } from '../schedules/schedules.ts';
import type { Faults } from './faults.ts';
import { RequestsInFlight } from './requests-in-flight.ts';

/** What a load has made. */
export interface ApplicationParts {
  readonly appCode: string;
  readonly version: string;
  /** File name of the jar. */
  readonly jar: string;
  readonly container: Container;
  readonly instance: FastifyInstance;
  readonly listeners: ApplicationListeners;
  readonly timers: TimerScope;
  readonly faults: Faults;
  readonly schedules: Schedules;
  readonly jobs: ApplicationJobs;
  readonly routes: readonly RouteDescription[];
  readonly skipped: readonly SkippedClass[];
  /** Takes back what the load registered. */
  readonly disposer: Disposer;
}

/** One version of an application in this process; it answers requests until it is retired. */
export class LoadedApplication implements RequestTarget {
  readonly parts: ApplicationParts;
  readonly loadedAt = new Date().toISOString();
  readonly requests = new RequestsInFlight();

  constructor(parts: ApplicationParts) {
    this.parts = parts;
  }

  get appCode(): string {
    return this.parts.appCode;
  }

  dispatch(request: IncomingMessage, response: ServerResponse): void {
    this.requests.add(response);
    this.parts.instance.routing(request, response);
  }

  answered(response: ServerResponse): void {
    this.requests.remove(response);
  }

  /** Begins what may exist only once: after it has been switched to. */
  async start(): Promise<void> {
    await this.parts.container.start();
    this.parts.schedules.start();
  }

  /** @returns failures of the beans' `stop()` */
  stop(): Promise<unknown[]> {
    this.parts.schedules.stop();
    return this.parts.container.stop();
  }

  /** Waits for its requests, scheduled runs and listeners, then disposes it. Nothing is to be dispatched to it any more. */
  async retire(drainTimeoutMs: number): Promise<UnloadReport> {
    const { appCode, version, container, listeners, schedules, jobs, timers, disposer } = this.parts;
    const reason = new Error(`Application ${appCode} ${version} is being unloaded.`);
    const [abortedRequests, ...stillRunning] = await Promise.all([
      this.requests.drain(drainTimeoutMs, reason),
      schedules.drain(drainTimeoutMs),
      listeners.drain(drainTimeoutMs),
      jobs.drain(drainTimeoutMs),
    ]);
    const failures = await container.dispose();
    failures.push(...stillRunning.flat().map((name) => new Error(`${name} still runs`)));
    const openTimers = timers.close();
    await disposer.dispose().catch((error: unknown) => failures.push(error));
    return {
      appCode,
      version,
      abortedRequests,
      openTimers,
      failures: failures.flatMap(messages),
    };
  }
}

const messages = (failure: unknown): string[] =>
  failure instanceof AggregateError
    ? failure.errors.flatMap(messages)
    : [failure instanceof Error ? failure.message : String(failure)];
