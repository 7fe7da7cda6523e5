import { deploymentFolders, type ModuleContext } from '../../kernel/index.ts';
import { cpuProfile } from './cpu-profile.ts';
import { Exclusive } from './exclusive.ts';
import { takeHeapDump } from './heap-dump.ts';
import type { Readable } from 'node:stream';

/** How a route answers with a file. */
interface FileReply<R> {
  header(name: string, value: string): unknown;
  file(content: Readable | Buffer, name: string): R;
}

/** Dumps and profiles, one of each kind at a time. (design 11.2) */
export class Diagnosis {
  readonly #tempDir: string;
  readonly #dumps = new Exclusive();
  readonly #profiles = new Exclusive();

  constructor({ config }: Pick<ModuleContext, 'config'>) {
    this.#tempDir = deploymentFolders(config).tempDir;
  }

  /** @throws DIAGNOSIS_RUNNING (429), DISK_FULL (507) */
  heapDump<R>(reply: FileReply<R>): Promise<R> {
    return this.#dumps.run(async (end) => {
      const { size, content } = await takeHeapDump(this.#tempDir);
      content.once('close', end);
      reply.header('content-length', String(size));
      return reply.file(content, nameOf('heapsnapshot'));
    });
  }

  /** @throws DIAGNOSIS_RUNNING (429) */
  cpuProfile<R>(seconds: number, reply: FileReply<R>, signal: AbortSignal): Promise<R> {
    return this.#profiles.run(async (end) => {
      const profile = await cpuProfile(seconds, signal);
      end();
      return reply.file(profile ?? Buffer.alloc(0), nameOf('cpuprofile'));
    });
  }
}

/** Name such as `2026-01-31T120000.heapsnapshot`: the time, and nothing about the host. */
const nameOf = (kind: string): string =>
  `${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.${kind}`;
