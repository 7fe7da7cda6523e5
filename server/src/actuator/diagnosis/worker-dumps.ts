import {
  deploymentFolders,
  question,
  SIBLINGS,
  type ModuleContext,
  type Sibling,
  type Siblings,
} from '../../kernel/index.ts';
import { cpuProfile } from './cpu-profile.ts';
import { openDump, removeDump, writeDump, type DumpFile } from './dump-file.ts';
import { writeHeapDump } from './heap-dump.ts';
import { askStoppably, StoppableWork } from './stoppable.ts';

/** The watchdog allows as much. (design 11.8-10) */
const HEAP_DUMP = question<null, string>('heapDump', 120_000);
const CPU_PROFILE = question<{ readonly id: string; readonly seconds: number }, string>('cpuProfile');
const STOP_PROFILE = question<string, null>('stopCpuProfile');

/** Beyond the time of a profile, for writing it on a busy machine. */
export const WRITE_MS = 30_000;
/** A file that nobody has fetched is removed. */
const FETCH_MS = 60_000;

/**
 * Dumps and profiles of this worker and of the others on its machine. What another one makes is a
 * file in the folder for temporary files, which they share.
 */
export class WorkerDumps {
  readonly #tempDir: string;
  readonly #siblings: Siblings | undefined;
  readonly #profiles = new StoppableWork();

  constructor(ctx: Pick<ModuleContext, 'config' | 'services' | 'onDispose'>) {
    this.#tempDir = deploymentFolders(ctx.config).tempDir;
    this.#siblings = ctx.services.find(SIBLINGS);
    const undo = this.#answer();
    ctx.onDispose(() => undo.forEach((each) => void each?.()));
  }

  /** @param worker undefined for this one */
  async heapDump(worker: Sibling | undefined): Promise<DumpFile> {
    const folder =
      worker === undefined
        ? await writeHeapDump(this.#tempDir)
        : await this.#siblings?.askOne(worker, HEAP_DUMP, null);
    return openDump(folder ?? '');
  }

  /** @returns an empty file once `signal` has aborted */
  async cpuProfile(worker: Sibling | undefined, seconds: number, signal: AbortSignal): Promise<DumpFile> {
    if (worker === undefined) return openDump(await this.#profile(seconds, signal));
    const asked = { ...CPU_PROFILE, limitMs: seconds * 1_000 + WRITE_MS };
    const folder = await askStoppably(signal, {
      ask: async (id) => this.#siblings?.askOne(worker, asked, { id, seconds }),
      stop: async (id) => this.#siblings?.askOne(worker, STOP_PROFILE, id),
    });
    return openDump(folder ?? '');
  }

  #answer() {
    return [
      this.#siblings?.answer(HEAP_DUMP, async () => this.#handOver(await writeHeapDump(this.#tempDir))),
      this.#siblings?.answer(CPU_PROFILE, ({ id, seconds }) =>
        this.#profiles.run(id, async (signal) => this.#handOver(await this.#profile(seconds, signal))),
      ),
      this.#siblings?.answer(STOP_PROFILE, this.#profiles.stop),
    ];
  }

  async #profile(seconds: number, signal: AbortSignal): Promise<string> {
    return writeDump(this.#tempDir, (await cpuProfile(seconds, signal)) ?? Buffer.alloc(0));
  }

  #handOver(folder: string): string {
    setTimeout(() => void removeDump(folder), FETCH_MS).unref();
    return folder;
  }
}
