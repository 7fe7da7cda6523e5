import type { LocalApplicationParts } from '../../../server/src/market/convergence/local-applications.ts';
import type { PreparationParts } from '../../../server/src/market/convergence/preparations.ts';
import type { PlacementPlan } from '../../../server/src/market/disk/placement.ts';
import type { Placed } from '../../../server/src/market/disk/placement-records.ts';

interface Wanted {
  readonly appCode: string;
  readonly version: string;
}

type Files = LocalApplicationParts['files'] & PreparationParts['files'];

/** A host's disk, without files. */
export class SimulatedFiles implements Files {
  readonly #placed = new Map<string, Placed>();
  readonly #waiting = new Map<string, { readonly taskId: number; readonly plan: PlacementPlan }>();
  readonly #fetch: (jar: string) => Promise<void>;
  #last: Promise<unknown> = Promise.resolve();
  readonly placement: Files['placement'] = {
    record: (appCode) => this.#placed.get(appCode),
    remove: async (appCode) => void this.#placed.delete(appCode),
    stagedJar: ({ after }) => after.jar,
  };

  /** @param fetch takes the time to fetch, verify and place a package */
  constructor(fetch: (jar: string) => Promise<void>) {
    this.#fetch = fetch;
  }

  /** Whether files wait for the commit of an operation. */
  get isWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  exclusively<T>(_appCode: string, work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  async isPlaced({ appCode, version }: Wanted): Promise<boolean> {
    return this.#placed.get(appCode)?.version === version;
  }

  async stage(wanted: Wanted): Promise<PlacementPlan> {
    const plan = this.#plan(wanted);
    await this.#fetch(jarOf(wanted));
    return plan;
  }

  async switchTo(plan: PlacementPlan, run: (jar: string | null) => Promise<void>): Promise<void> {
    await run(plan.after.jar);
    this.#placed.set(plan.appCode, plan.after);
  }

  async prepare(wanted: Wanted, taskId: number): Promise<PlacementPlan> {
    const plan = this.#plan(wanted);
    this.#waiting.set(wanted.appCode, { taskId, plan });
    await this.#fetch(jarOf(wanted));
    return plan;
  }

  async prepared(appCode: string, taskId: number): Promise<PlacementPlan | undefined> {
    const waiting = this.#waiting.get(appCode);
    return waiting?.taskId === taskId ? waiting.plan : undefined;
  }

  async settled(appCode: string): Promise<void> {
    this.#waiting.delete(appCode);
  }

  async takeBack(appCode: string, { taskId }: { readonly taskId?: number }): Promise<void> {
    const waiting = this.#waiting.get(appCode);
    if (waiting && (taskId === undefined || waiting.taskId === taskId)) this.#waiting.delete(appCode);
  }

  #plan(wanted: Wanted): PlacementPlan {
    const { appCode, version } = wanted;
    return {
      ...{ appCode, jar: null, frontend: null, activeBefore: null },
      migrations: { target: '', staging: '', existed: false },
      before: this.#placed.get(appCode) ?? null,
      after: { version, jar: jarOf(wanted), entry: null, files: [], formerFiles: [] },
    };
  }
}

export const jarOf = ({ appCode, version }: Wanted): string => `${appCode}-${version}.jar`;
