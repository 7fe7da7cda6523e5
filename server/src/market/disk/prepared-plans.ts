import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { clearPartials, namesIn, readIfThere, removeIfEmpty, writeWhole } from './files.ts';
import type { PlacementPlan } from './placement.ts';

/** Files that wait on this disk for the commit of an operation of another host. */
export interface PreparedPlan {
  readonly taskId: number;
  readonly plan: PlacementPlan;
}

/**
 * Plans of placements that wait for a commit, one file for each application, so that a restart and
 * the other workers of this machine know what to take back.
 */
export class PreparedPlans {
  readonly #folder: string;

  constructor(pluginDir: string) {
    this.#folder = join(pluginDir, 'prepared');
  }

  /**
   * Codes of applications with a plan, once the process that wrote them has ended: what it had not
   * written to its end is removed.
   */
  async left(): Promise<string[]> {
    await clearPartials(this.#folder);
    await removeIfEmpty(this.#folder);
    const names = await namesIn(this.#folder);
    return names.flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : []));
  }

  async get(appCode: string): Promise<PreparedPlan | undefined> {
    const text = await readIfThere(this.#path(appCode));
    return text === undefined ? undefined : (JSON.parse(text) as PreparedPlan);
  }

  /** Call it before the first file is written. */
  set(appCode: string, prepared: PreparedPlan): Promise<void> {
    return writeWhole(this.#path(appCode), JSON.stringify(prepared));
  }

  async remove(appCode: string): Promise<void> {
    await rm(this.#path(appCode), { force: true });
    await removeIfEmpty(this.#folder);
  }

  #path(appCode: string): string {
    return join(this.#folder, `${appCode}.json`);
  }
}
