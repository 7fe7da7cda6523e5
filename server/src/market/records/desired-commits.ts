import type { Placement } from '../disk/placement.ts';
import type { InstallRegistry } from './install-registry.ts';
import { INSTALL, type Install, type InstallStore } from './install-store.ts';
import type { VersionStore } from './version-store.ts';
import { overtaken, type DesiredChange, type DesiredState, type DesiredStore } from './desired-store.ts';

export interface DesiredCommitParts {
  readonly store: DesiredStore;
  readonly installs: InstallStore;
  readonly versions: VersionStore;
  readonly placement: Placement;
}

/** Facts of an operation's commit. */
export interface Commit {
  readonly appCode: string;
  /** Version where this host has none. */
  readonly version: string;
  readonly taskId: number;
  /** The code is loaded whatever the records say. (spec: Ordering rule) */
  readonly deployed?: boolean;
}

/** Derives the desired state from the records and the placed version, and writes it. */
export class DesiredCommits {
  readonly #parts: DesiredCommitParts;

  constructor(parts: DesiredCommitParts) {
    this.#parts = parts;
  }

  /**
   * Argument of {@link commit} at the end; read it when the operation begins.
   *
   * @throws DESIRED_FORMAT_NEWER (409)
   */
  fence(appCode: string): Promise<number> {
    return this.#parts.store.fence(appCode);
  }

  /** A check before the switch, which the commit repeats. @throws OPERATION_OVERTAKEN (409) */
  async assertNotOvertaken(appCode: string, fence: number): Promise<void> {
    if ((await this.fence(appCode)) !== fence) throw overtaken(appCode);
  }

  /**
   * Commits what this host has placed; call it in the transaction that changes the records.
   *
   * @throws OPERATION_OVERTAKEN (409)
   */
  async commit({ appCode, version, taskId, deployed = false }: Commit, fence: number): Promise<void> {
    const state = deployed ? 'running' : stateOf(await this.#parts.installs.ofApp(appCode));
    await this.#parts.store.commit({ ...(await this.#facts(appCode, version)), state, taskId }, fence);
  }

  /**
   * As {@link commit}, for an operation that places nothing. This host may be behind: the others
   * keep the version that they have.
   *
   * @throws OPERATION_OVERTAKEN (409)
   */
  async commitState(commit: Omit<Commit, 'deployed'>, fence: number): Promise<void> {
    if (fence === 0) return this.commit(commit, fence);
    const { appCode, taskId } = commit;
    const state = stateOf(await this.#parts.installs.ofApp(appCode));
    await this.#parts.store.commitState({ appCode, state, taskId }, fence);
  }

  /** Adds the applications of a platform that an earlier version of the host has installed. */
  async seed(registry: InstallRegistry): Promise<void> {
    const { store } = this.#parts;
    for (const appCode of registry.codes()) {
      const installs = registry.ofApp(appCode);
      const state = stateOf(installs);
      const [first] = installs;
      if (state === 'removed' || !first || (await store.generation(appCode)) !== 0) continue;
      const change = { ...(await this.#facts(appCode, first.version)), state, taskId: null };
      // Another host that starts may be first.
      await store.commit(change, 0).catch(async (error: unknown) => {
        if ((await store.generation(appCode)) === 0) throw error;
      });
    }
  }

  async #facts(appCode: string, fallback: string): Promise<Omit<DesiredChange, 'state' | 'taskId'>> {
    const placed = this.#parts.placement.record(appCode);
    const version = placed?.version ?? fallback;
    const saved = await this.#parts.versions.find(appCode, version);
    return {
      appCode,
      version,
      jar: placed?.jar ?? null,
      packageUrl: saved?.packageUrl ?? null,
      frontendVersion: placed?.entry ? version : null,
    };
  }
}

function stateOf(installs: ReadonlyArray<Pick<Install, 'status'>>): DesiredState {
  const any = (...statuses: number[]): boolean => installs.some(({ status }) => statuses.includes(status));
  if (any(INSTALL.enabled, INSTALL.upgrading)) return 'running';
  return any(INSTALL.disabled) ? 'dormant' : 'removed';
}
