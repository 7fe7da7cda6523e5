import { randomUUID } from 'node:crypto';
import { requestContext, within, type Logger } from '../../kernel/index.ts';
import type { HoldMeter } from '../isolation/event-loop/hold-meter.ts';
import type { ScheduleDescription } from '../contract/application-description.ts';
import type { ScheduledMethod } from './collect-schedules.ts';

interface SchedulesOptions {
  readonly appCode: string;
  readonly methods: readonly ScheduledMethod[];
  readonly logger: Logger;
  /** Tenants that have the application enabled. */
  readonly tenants: () => readonly string[];
  /** Receives the error of a failed run. */
  readonly onFault: (error: unknown) => void;
  readonly meter: Pick<HoldMeter, 'run'>;
}

interface MethodRecord {
  runs: number;
  failures: number;
  lastRunAt: string | undefined;
}

/**
 * The scheduled methods of one loaded application on this instance.
 *
 * They run from the switch to the unload, and runs of one method never overlap. (spec: L5, E4;
 * design 3.8)
 */
export class Schedules {
  readonly #options: SchedulesOptions;
  readonly #records = new Map<ScheduledMethod, MethodRecord>();
  readonly #running = new Map<ScheduledMethod, Promise<void>>();
  #stops: Array<() => void> = [];

  constructor(options: SchedulesOptions) {
    this.#options = options;
    for (const method of options.methods) {
      this.#records.set(method, { runs: 0, failures: 0, lastRunAt: undefined });
    }
  }

  start(): void {
    this.#stops = this.#options.methods.map((method) => method.trigger.start(() => this.#due(method)));
  }

  stop(): void {
    for (const stop of this.#stops.splice(0)) stop();
  }

  /**
   * Waits for the running methods.
   *
   * @returns names of those still running after `timeoutMs`
   */
  async drain(timeoutMs: number): Promise<string[]> {
    await within(Promise.all(this.#running.values()), timeoutMs);
    return [...this.#running.keys()].map(({ name }) => name);
  }

  describe(): ScheduleDescription[] {
    return [...this.#records].map(([{ name, trigger, tenants }, record]) => ({
      name,
      when: trigger.text,
      intervalMs: trigger.intervalMs,
      nextRunAt: trigger.next?.()?.toISOString(),
      tenants,
      ...record,
    }));
  }

  #due(method: ScheduledMethod): void {
    if (this.#running.has(method)) {
      this.#options.logger.debug(`${method.name} is still running; this run is skipped`);
      return;
    }
    const run = this.#run(method).finally(() => this.#running.delete(method));
    this.#running.set(method, run);
  }

  async #run(method: ScheduledMethod): Promise<void> {
    const { appCode, tenants, onFault, meter } = this.#options;
    const record = this.#records.get(method);
    for (const tenantId of method.tenants === 'each' ? tenants() : [undefined]) {
      if (record) Object.assign(record, { runs: record.runs + 1, lastRunAt: new Date().toISOString() });
      try {
        await requestContext.run({ requestId: randomUUID(), tenantId, user: undefined, appCode }, () =>
          meter.run(method.name, method.run),
        );
      } catch (error) {
        if (record) record.failures += 1;
        onFault(error);
      }
    }
  }
}
