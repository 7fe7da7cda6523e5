import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PlatformNode } from '@platform/host-api';
import { nodeName } from '../../cluster/index.ts';
import { PlatformError } from '../../kernel/index.ts';

/** Age from which a sign belongs to no live node, in milliseconds. */
const FORGET_MS = 86_400_000;
const PAUSE_MS = 100;

export interface SharedStorageCheckParts {
  /** Directories of the local storage. */
  readonly directories: readonly string[];
  readonly nodes: { readonly nodeId: string; list(): Promise<readonly PlatformNode[]> };
}

/**
 * Files that show whether hosts share the directories of the local storage. Each host writes a file
 * with the random name of its process, and looks for the files of the others. (design 10.2, 10.7-2)
 */
export class SharedStorageCheck {
  readonly #folders: readonly string[];
  readonly #nodes: SharedStorageCheckParts['nodes'];

  constructor({ directories, nodes }: SharedStorageCheckParts) {
    this.#folders = directories.map((directory) => join(directory, '.hosts'));
    this.#nodes = nodes;
  }

  /** Writes the own sign, and removes old ones. */
  async write(): Promise<void> {
    for (const folder of this.#folders) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(join(folder, this.#nodes.nodeId), '');
      for (const name of await readdir(folder)) {
        const file = join(folder, name);
        const found = await stat(file).catch(() => undefined);
        if (found && Date.now() - found.mtimeMs > FORGET_MS && name !== this.#nodes.nodeId)
          await rm(file, { force: true });
      }
    }
  }

  async remove(): Promise<void> {
    for (const folder of this.#folders) await rm(join(folder, this.#nodes.nodeId), { force: true });
  }

  /**
   * @param patienceMs time for starting hosts to write theirs
   * @throws STORAGE_NOT_SHARED (409) naming the live hosts whose sign is not here
   */
  async assertShared(patienceMs = 0): Promise<void> {
    const until = performance.now() + patienceMs;
    for (;;) {
      const unseen = await this.#unseen();
      if (unseen.length === 0) return;
      const isStarting = unseen.every(({ convergedAt }) => convergedAt === null);
      if (!isStarting || performance.now() > until) throw notShared(unseen);
      await sleep(PAUSE_MS);
    }
  }

  async #unseen(): Promise<PlatformNode[]> {
    const nodes = await this.#nodes.list();
    const own = nodes.find(({ self }) => self);
    const seen = await Promise.all(
      this.#folders.map(async (folder) => new Set(await readdir(folder).catch(() => []))),
    );
    return nodes.filter(
      ({ hostId, hostVersion, nodeId, state }) =>
        state !== 'gone' &&
        hostId !== own?.hostId &&
        // Earlier versions wrote none.
        hostVersion === own?.hostVersion &&
        !seen.every((names) => names.has(nodeId)),
    );
  }
}

const notShared = (nodes: readonly PlatformNode[]): PlatformError => {
  const hosts = nodes.map(nodeName);
  return new PlatformError({
    code: 'STORAGE_NOT_SHARED',
    status: 409,
    message: `The local file storage of this host is not the one of ${hosts.join(', ')}, so each would miss files of the others.`,
    fix: 'Use an S3 storage, or put "files" and "upload" of all data directories on one shared file system.',
    details: { hosts },
  });
};
