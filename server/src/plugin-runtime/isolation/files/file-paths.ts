import { mkdirSync, realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PlatformError } from '../../../kernel/index.ts';

/** Paths of one application: relative ones begin in its data folder, and none leads out of it. (design 9.4-19) */
export class FilePaths {
  readonly root: string;
  readonly #appCode: string;

  /** @param root the application's data folder; made where it is missing */
  constructor(appCode: string, root: string) {
    mkdirSync(root, { recursive: true });
    this.#appCode = appCode;
    this.root = realpathSync(root);
  }

  /** @returns the absolute path @throws PLUGIN_FILE_REFUSED for one outside of the folder, also by a link */
  inside(path: string | URL | Uint8Array, from = this.root): string {
    const text = path instanceof URL ? fileURLToPath(path) : path instanceof Uint8Array ? decode(path) : path;
    const full = resolve(from, text);
    if (!this.#holds(full) || !this.#holds(nearestReal(full))) throw this.#refused(text);
    // `resolve` drops the slash by which `mkdtemp` and `cp` tell a folder from a prefix.
    return text.endsWith('/') && full !== sep ? full + sep : full;
  }

  #holds(path: string): boolean {
    return path === this.root || path.startsWith(this.root + sep);
  }

  #refused(path: string): PlatformError {
    return new PlatformError({
      code: 'PLUGIN_FILE_REFUSED',
      message: `Application ${this.#appCode} may not use ${path}: it lies outside of its data folder.`,
      fix: 'Use a relative path; it begins in the data folder of the application.',
    });
  }
}

const decode = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

/** Where a path really leads: links of the part that exists are followed. */
function nearestReal(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(nearestReal(parent), path.slice(parent.length));
  }
}
