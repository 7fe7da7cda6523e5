import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AbstractClass } from '@platform/plugin-sdk/host';
import {
  errorsOf,
  isA,
  reasonOf,
  requestContext,
  type Disposer,
  type RequestTarget,
  type RouteInstance,
} from '../../kernel/index.ts';
import type { Container } from '../container/container.ts';
import type { ApplicationListeners } from '../events/application-listeners.ts';
import type { ApplicationIsolation } from '../isolation/application-isolation.ts';
import type { LoopHolds } from '../isolation/event-loop/loop-holds.ts';
import type { ApplicationJobs } from '../jobs/application-jobs.ts';
import type { ApplicationConsumers } from '../messages/application-consumers.ts';
import type { PluginModule } from '../modules/plugin-module.ts';
import type { TimerScope } from '../isolation/timers/timer-scope.ts';
import type { ModuleHold, SkippedClass, UnloadReport } from '../contract/load-report.ts';
import type { RouteDescription } from '../contract/application-description.ts';
import type { Schedules } from '../schedules/schedules.ts';
import type { OfferedService } from '../services/offered-services.ts';
import type { ServiceCalls } from '../services/service-calls.ts';
import type { Faults } from '../contract/faults.ts';
import type { ApplicationSource } from './read-application.ts';
import { RequestsInFlight } from './requests-in-flight.ts';

/** The products of a load. */
export interface ApplicationParts {
  readonly source: ApplicationSource;
  /** The module that siblings import. */
  readonly main: PluginModule | undefined;
  /** The missing package, by class that was skipped. */
  readonly leftOut: ReadonlyMap<AbstractClass, string>;
  readonly container: Container;
  readonly instance: RouteInstance;
  readonly listeners: ApplicationListeners;
  readonly timers: TimerScope;
  readonly isolation: ApplicationIsolation;
  readonly faults: Faults;
  readonly holds: LoopHolds;
  readonly schedules: Schedules;
  readonly consumers: ApplicationConsumers;
  readonly jobs: ApplicationJobs;
  readonly services: readonly OfferedService[];
  readonly calls: ServiceCalls;
  readonly routes: readonly RouteDescription[];
  readonly skipped: readonly SkippedClass[];
  readonly moduleHolds: readonly ModuleHold[];
  /** Removes everything that the load registered. */
  readonly disposer: Disposer;
}

/** One loaded version of an application; it answers requests until it is retired. */
export class LoadedApplication implements RequestTarget {
  readonly parts: ApplicationParts;
  readonly loadedAt = new Date().toISOString();
  readonly requests = new RequestsInFlight();
  readonly #stopFailures: unknown[] = [];
  #answeredAt = -Infinity;

  constructor(parts: ApplicationParts) {
    this.parts = parts;
  }

  get appCode(): string {
    return this.parts.source.appCode;
  }

  get version(): string {
    return this.parts.source.index.version;
  }

  /** File name of its jar. */
  get jar(): string {
    return this.parts.source.jar.fileName;
  }

  /** Codes of the applications whose classes it imports. */
  get siblings(): readonly string[] {
    return this.parts.source.siblings;
  }

  dispatch(request: IncomingMessage, response: ServerResponse): void {
    this.parts.instance.routing(request, response);
    // Nothing can retire the application before this turn ends, so that a complete response need
    // not be remembered: the set costs more than the rest of a small request's way to its handler.
    if (response.writableEnded) this.#answeredAt = performance.now();
    else this.requests.add(response);
  }

  /** True if it handled a request within the last `withinMs` milliseconds. */
  wasBusy(withinMs: number): boolean {
    return this.requests.count > 0 || performance.now() - this.#answeredAt <= withinMs;
  }

  answered(response: ServerResponse): void {
    this.#answeredAt = performance.now();
    this.requests.remove(response);
  }

  /** Starts everything that may exist only once; called after the switch. */
  start(): Promise<void> {
    return requestContext.runForApplication(this.appCode, async () => {
      await this.parts.container.start();
      this.parts.schedules.start();
      this.parts.consumers.start();
    });
  }

  /** @returns failures of `stop()`, which the unload report contains as well */
  async stop(): Promise<unknown[]> {
    this.parts.schedules.stop();
    this.parts.consumers.stop();
    const failures = await requestContext.runForApplication(this.appCode, () => this.parts.container.stop());
    this.#stopFailures.push(...failures);
    return failures;
  }

  /**
   * Drains all of its work, then disposes it. No request may be dispatched to it any more.
   *
   * @param dependents resolves once its dependents are disposed
   */
  retire(drainTimeoutMs: number, dependents: Promise<unknown>): Promise<UnloadReport> {
    return requestContext.runForApplication(this.appCode, () => this.#retire(drainTimeoutMs, dependents));
  }

  async #retire(drainTimeoutMs: number, dependents: Promise<unknown>): Promise<UnloadReport> {
    const { appCode, version } = this;
    const { container, listeners, schedules, consumers, jobs, calls, timers, isolation, disposer } =
      this.parts;
    const reason = new Error(`Application ${appCode} ${version} is being unloaded.`);
    const [abortedRequests, ...stillRunning] = await Promise.all([
      this.requests.drain(drainTimeoutMs, reason),
      schedules.drain(drainTimeoutMs),
      consumers.drain(drainTimeoutMs),
      listeners.drain(drainTimeoutMs),
      jobs.drain(drainTimeoutMs),
      calls.drain(drainTimeoutMs),
    ]);
    await dependents;
    const failures = [...this.#stopFailures, ...(await container.dispose())];
    failures.push(...stillRunning.flat().map((name) => new Error(`${name} is still running`)));
    const openTimers = timers.close();
    const openHandles = isolation.close();
    await disposer.dispose().catch((error: unknown) => failures.push(error));
    return {
      appCode,
      version,
      abortedRequests,
      openTimers,
      openHandles,
      failures: failures.flatMap(messages),
    };
  }
}

const messages = (failure: unknown): string[] =>
  isA(failure, AggregateError) ? errorsOf(failure).flatMap(messages) : [reasonOf(failure)];
