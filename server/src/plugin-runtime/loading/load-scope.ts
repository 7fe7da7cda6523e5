import { Disposer } from '../../kernel/index.ts';
import { PluginLogger } from '../capabilities/plugin-logger.ts';
import type { Container } from '../container/container.ts';
import { Faults } from '../contract/faults.ts';
import { refuseIf } from '../contract/load-finding.ts';
import { SourceMaps } from '../contract/source-maps.ts';
import { ApplicationIsolation } from '../isolation/application-isolation.ts';
import { HoldMeter } from '../isolation/event-loop/hold-meter.ts';
import { LoopHolds } from '../isolation/event-loop/loop-holds.ts';
import { TimerScope } from '../isolation/timers/timer-scope.ts';
import type { LoadStages } from './load-stages.ts';
import type { LoadedSiblings } from './loaded-siblings.ts';
import type { LoaderServices } from './loader-services.ts';
import type { ApplicationSource } from './read-application.ts';

/** Inputs of one load. */
export interface LoadInputs {
  readonly source: ApplicationSource;
  readonly siblings: LoadedSiblings;
  readonly services: LoaderServices;
  readonly stages: LoadStages;
}

/** Resources that one load opens before any code of the application runs. */
export class LoadScope {
  readonly source: ApplicationSource;
  readonly siblings: LoadedSiblings;
  readonly services: LoaderServices;
  readonly stages: LoadStages;
  readonly maps: SourceMaps;
  readonly logger: PluginLogger;
  readonly faults: Faults;
  readonly holds = new LoopHolds();
  readonly meter: HoldMeter;
  readonly timers: TimerScope;
  readonly isolation: ApplicationIsolation;
  readonly disposer = new Disposer();
  /** Set once the beans are constructed, so that a rollback disposes them. */
  container: Container | undefined;

  constructor({ source, siblings, services, stages }: LoadInputs) {
    const { appCode, jar, index } = source;
    this.source = source;
    this.siblings = siblings;
    this.services = services;
    this.stages = stages;
    this.maps = new SourceMaps(jar);
    const logger = services.logger.child({ appCode, logger: `app.${appCode}` });
    this.logger = new PluginLogger(logger, this.maps, services.logLimits.rateOf(appCode, logger));
    this.faults = new Faults(this.logger, this.maps);
    this.meter = new HoldMeter(services.holdThresholdMs, this.faults, this.holds, {
      before: () => services.recentWork.enter(appCode),
      after: () => {
        services.recentWork.leave();
        services.intrinsics.checkQuickly(source);
      },
    });
    this.timers = new TimerScope(appCode, this.faults.of('timer', 'An error in a timer'), this.meter);
    this.isolation = new ApplicationIsolation({
      appCode,
      permissions: index.permissions ?? {},
      dataDir: services.filesDir,
      logger: this.logger,
      timers: this.timers,
      onFault: this.faults.record,
      onThread: (thread) => services.threads.add(appCode, thread),
    });
    stages.signal.addEventListener('abort', () => this.#closeOpen(), { once: true });
  }

  /**
   * Runs synchronous code of the application.
   *
   * @throws LoadRefusal if it changes shared built-ins
   */
  guarded<T>(work: () => T): T {
    const { result, findings } = this.services.intrinsics.guard(this.source, work);
    refuseIf(findings);
    return result;
  }

  /**
   * Runs asynchronous code of the application.
   *
   * @throws LoadRefusal if it changes shared built-ins
   */
  async guardedAsync<T>(work: () => Promise<T>): Promise<T> {
    const { intrinsics } = this.services;
    const { result, findings } = await intrinsics.guardAsync(this.source, work, this.stages.signal);
    refuseIf(findings);
    return result;
  }

  /** Disposes everything that a failed load has opened. */
  async rollBack(): Promise<void> {
    const failures = (await this.container?.dispose()) ?? [];
    this.#closeOpen();
    await this.disposer.dispose().catch((failure: unknown) => failures.push(failure));
    for (const error of failures) this.logger.warn('The rollback of a failed load met an error', { error });
  }

  #closeOpen(): void {
    this.timers.close();
    this.isolation.close();
  }
}
