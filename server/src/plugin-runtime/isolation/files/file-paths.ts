import { mkdirSync, realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PlatformError } from '../../../kernel/index.ts';

/**
 * Paths of one application: relative to its data folder, and never outside of it. (design 9.4-19)
 */
export class FilePaths {
  readonly root: string;
  readonly #appCode: string;

  /** @param root data folder of the application; created if missing */
  constructor(appCode: string, root: string) {
    mkdirSync(root, { recursive: true });
    this.#appCode = appCode;
    this.root = realpathSync(root);
  }

  /**
   * Resolves a path inside the data folder.
   *
   * @returns the absolute path
   * @throws PLUGIN_FILE_REFUSED for a path outside of the folder, also through a link
   */
  inside(path: string | URL | Uint8Array, from = this.root): string {
    const text = path instanceof URL ? fileURLToPath(path) : path instanceof Uint8Array ? decode(path) : path;
    const full = resolve(from, text);
    if (!this.#holds(full) || !this.#holds(nearestReal(full))) throw this.#refused(text);
    // `mkdtemp` and `cp` need the trailing slash, which `resolve` drops.
    return text.endsWith('/') && full !== sep ? full + sep : full;
  }

  #holds(path: string): boolean {
    return path === this.root || path.startsWith(this.root + sep);
  }

  #refused(path: string): PlatformError {
    return new PlatformError({
      code: 'PLUGIN_FILE_REFUSED',
      message: `Application ${this.#appCode} may not use ${path}: the path is outside its data folder.`,
      fix: 'Use a path relative to the data folder of the application.',
    });
  }
}

const decode = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

/** Follows the links of the part of a path that exists. */
function nearestReal(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(nearestReal(parent), path.slice(parent.length));
  }
}
