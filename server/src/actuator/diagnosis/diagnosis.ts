import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { FileLock } from '../../data/index.ts';
import { aloneWorker, THIS_WORKER, type ModuleContext, type Sibling } from '../../kernel/index.ts';
import { cpuProfile } from './cpu-profile.ts';
import { Exclusive } from './exclusive.ts';
import { WorkerDumps } from './worker-dumps.ts';

/** How a route answers with a file. */
export interface FileReply<R> {
  header(name: string, value: string): unknown;
  file(content: Readable, name: string): R;
}

/** Dumps and profiles, one of each kind at a time on a machine. (design 11.2, 11.8-10) */
export class Diagnosis {
  readonly #made: WorkerDumps;
  readonly #dumps: Exclusive;
  readonly #profiles: Exclusive;

  constructor(ctx: Pick<ModuleContext, 'config' | 'services' | 'onDispose'>) {
    const { living } = ctx.services.find(THIS_WORKER) ?? aloneWorker();
    const exclusive = (kind: string): Exclusive =>
      new Exclusive(new FileLock(resolve(ctx.config.platform['data-dir'], `${kind}.lock`), living, 0));
    this.#made = new WorkerDumps(ctx);
    this.#dumps = exclusive('heapdump');
    this.#profiles = exclusive('cpuprofile');
  }

  /**
   * @param worker whose heap it is; this one where it is missing
   * @throws DIAGNOSIS_RUNNING (429), DISK_FULL (507), WORKER_SILENT (503)
   */
  async heapDump<R>(reply: FileReply<R>, worker?: Sibling): Promise<R> {
    return this.#dumps.run(async (end) => {
      const { size, content } = await this.#made.heapDump(worker);
      content.once('close', end);
      reply.header('content-length', String(size));
      return reply.file(content, nameOf('heapsnapshot'));
    });
  }

  /** @throws DIAGNOSIS_RUNNING (429), WORKER_SILENT (503) */
  async cpuProfile<R>(
    seconds: number,
    reply: FileReply<R>,
    signal: AbortSignal,
    worker?: Sibling,
  ): Promise<R> {
    return this.#profiles.run(async (end) => {
      const { content } = await this.#made.cpuProfile(worker, seconds, signal);
      end();
      return this.sendProfile(reply, content);
    });
  }

  /**
   * Profiles this process for a host of another machine.
   *
   * @returns nothing once `signal` has aborted
   * @throws DIAGNOSIS_RUNNING (429)
   */
  profile(seconds: number, signal: AbortSignal): Promise<Buffer> {
    return this.#profiles.run(async (end) => {
      const profile = await cpuProfile(seconds, signal);
      end();
      return profile ?? Buffer.alloc(0);
    });
  }

  sendProfile<R>(reply: FileReply<R>, content: Readable): R {
    return reply.file(content, nameOf('cpuprofile'));
  }
}

/** Name such as `2026-01-31T120000.heapsnapshot`: the time, and nothing about the host. */
const nameOf = (kind: string): string =>
  `${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.${kind}`;
