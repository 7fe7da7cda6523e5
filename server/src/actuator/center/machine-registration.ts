import { question, type Siblings, type Undo } from '../../kernel/index.ts';
import type { Health } from '../health/health.ts';
import type { MonitoringCenter, Registration } from './monitoring-center.ts';

const CENTER_HEALTH = question<null, Health>('centerHealth', 1_000);

interface RegistrationParts {
  readonly center: MonitoringCenter;
  /** Undefined where this worker is the only one. */
  readonly siblings: Siblings | undefined;
  /** Whether the host ends, so that nobody takes over. */
  readonly isStopping: () => boolean;
  /** Whether another worker takes the place of this one. */
  readonly isFollowed: () => boolean;
}

/**
 * The one registration of this machine: the eldest worker registers, and the next one takes over
 * when it ends. The machine stays at the center as long as it lives. (design 11.8-10)
 */
export class MachineRegistration {
  readonly #parts: RegistrationParts;
  readonly #undo: Undo[] = [];
  #registration: Registration | undefined;
  #isRegistrar = false;

  constructor(parts: RegistrationParts) {
    this.#parts = parts;
    const { center, siblings } = parts;
    if (siblings === undefined) return;
    this.#undo.push(
      siblings.answer(CENTER_HEALTH, () => center.health()),
      siblings.onChange(() => this.#look()),
    );
  }

  /** @param registration of the machine, once this worker serves */
  start(registration: Registration): void {
    this.#registration = registration;
    this.#look();
  }

  /** Says goodbye where the machine goes with this worker. */
  async stop(): Promise<void> {
    this.#registration = undefined;
    for (const undo of this.#undo.splice(0)) await undo();
    await this.#parts.center.stop({ isLeaving: !this.#parts.isFollowed() });
  }

  /** The view of the worker that registers. */
  async health(): Promise<Health> {
    const { center, siblings } = this.#parts;
    if (this.#isRegistrar || siblings === undefined) return center.health();
    return siblings.askOne(siblings.eldest, CENTER_HEALTH, null).catch(() => ({ status: 'UNKNOWN' }));
  }

  #look(): void {
    const { center, siblings, isStopping } = this.#parts;
    if (this.#isRegistrar || this.#registration === undefined || isStopping()) return;
    if (siblings !== undefined && siblings.eldest.token !== siblings.own.token) return;
    this.#isRegistrar = true;
    center.start(this.#registration);
  }
}
