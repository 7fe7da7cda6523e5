import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { FileLock } from '../../data/index.ts';
import { aloneWorker, THIS_WORKER, type ModuleContext } from '../../kernel/index.ts';
import type { MachineWorkers } from '../workers.ts';
import { Exclusive } from './exclusive.ts';
import { WorkerDumps } from './worker-dumps.ts';

/** How a route answers with a file. */
interface FileReply<R> {
  header(name: string, value: string): unknown;
  file(content: Readable, name: string): R;
}

/** Dumps and profiles, one of each kind at a time on a machine. (design 11.2, 11.8-10) */
export class Diagnosis {
  readonly #workers: MachineWorkers;
  readonly #made: WorkerDumps;
  readonly #dumps: Exclusive;
  readonly #profiles: Exclusive;

  /** @param workers among whom `?worker=` finds one */
  constructor(ctx: Pick<ModuleContext, 'config' | 'services' | 'onDispose'>, workers: MachineWorkers) {
    const { living } = ctx.services.find(THIS_WORKER) ?? aloneWorker();
    const exclusive = (kind: string): Exclusive =>
      new Exclusive(new FileLock(resolve(ctx.config.platform['data-dir'], `${kind}.lock`), living, 0));
    this.#workers = workers;
    this.#made = new WorkerDumps(ctx);
    this.#dumps = exclusive('heapdump');
    this.#profiles = exclusive('cpuprofile');
  }

  /**
   * @param worker number of the worker whose heap it is; this one where it is missing
   * @throws DIAGNOSIS_RUNNING (429), DISK_FULL (507), WORKER_UNKNOWN (404), WORKER_SILENT (503)
   */
  async heapDump<R>(reply: FileReply<R>, worker?: number): Promise<R> {
    const asked = this.#workers.find(worker);
    return this.#dumps.run(async (end) => {
      const { size, content } = await this.#made.heapDump(asked);
      content.once('close', end);
      reply.header('content-length', String(size));
      return reply.file(content, nameOf('heapsnapshot'));
    });
  }

  /** @throws DIAGNOSIS_RUNNING (429), WORKER_UNKNOWN (404), WORKER_SILENT (503) */
  async cpuProfile<R>(
    seconds: number,
    reply: FileReply<R>,
    signal: AbortSignal,
    worker?: number,
  ): Promise<R> {
    const asked = this.#workers.find(worker);
    return this.#profiles.run(async (end) => {
      const { content } = await this.#made.cpuProfile(asked, seconds, signal);
      end();
      return reply.file(content, nameOf('cpuprofile'));
    });
  }
}

/** Name such as `2026-01-31T120000.heapsnapshot`: the time, and nothing about the host. */
const nameOf = (kind: string): string =>
  `${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.${kind}`;
