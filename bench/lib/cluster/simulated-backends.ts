import type { LocalApplicationParts } from '../../../server/src/market/convergence/local-applications.ts';
import type { PreparationParts } from '../../../server/src/market/convergence/preparations.ts';
import type { LoadReport } from '../../../server/src/plugin-runtime/index.ts';

type Backends = LocalApplicationParts['backends'] & PreparationParts['backends'];

/** `completes` says that `init()` begins; the others, that something has ended. */
export type BackendStep = 'constructed' | 'completes' | 'ready' | 'serves';

export interface BackendTimes {
  /** Takes the time to construct the beans of a jar. */
  readonly construct: (jar: string) => Promise<void>;
  /** Takes the time of its `init()`. */
  readonly complete: (jar: string) => Promise<void>;
}

/** A host's process, without applications. */
export class SimulatedBackends implements Backends {
  readonly enabled = true;
  readonly #serving = new Map<string, string>();
  readonly #times: BackendTimes;
  readonly #reached: (step: BackendStep, jar: string) => void;

  constructor(times: BackendTimes, reached: (step: BackendStep, jar: string) => void) {
    this.#times = times;
    this.#reached = reached;
  }

  loadedJar(appCode: string): string | null {
    return this.#serving.get(appCode) ?? null;
  }

  async keepOut(): Promise<boolean> {
    return false;
  }

  async load(appCode: string, jar: string): Promise<LoadReport> {
    const load = await this.prepare(appCode, jar);
    await load.complete();
    return load.switch();
  }

  async unload(appCode: string): Promise<null> {
    this.#serving.delete(appCode);
    return null;
  }

  async prepare(appCode: string, jar: string) {
    await this.#times.construct(jar);
    this.#reached('constructed', jar);
    return {
      complete: async (): Promise<void> => {
        this.#reached('completes', jar);
        await this.#times.complete(jar);
        this.#reached('ready', jar);
      },
      switch: async (): Promise<LoadReport> => {
        this.#serving.set(appCode, jar);
        this.#reached('serves', jar);
        return { ...unmeasured, appCode, jar };
      },
      discard: async () => undefined,
    };
  }
}

const unmeasured = {
  ...{ version: '', components: 0, routes: 0, note: 'loaded', durationMs: 0 },
  ...{ skipped: [], holds: [], stages: [], rebuilt: [] },
  ...{ replacedVersion: undefined, retired: undefined },
} as const satisfies Partial<LoadReport>;
