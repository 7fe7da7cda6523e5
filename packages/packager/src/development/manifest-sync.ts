import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { styleText } from 'node:util';
import type { PackagerError } from '../errors.ts';
import type { ManifestTarget } from './development-host.ts';

/** Editors write a file in several steps. */
const DEBOUNCE_MS = 50;

export interface ManifestSyncOptions {
  readonly code: string;
  /** `plugins/platform-<code>`, absolute. */
  readonly projectDir: string;
  readonly target: ManifestTarget;
  readonly line: (text: string) => void;
}

/**
 * Keeps the menus of an installed application equal to those of the project's `app.json`.
 * (design 5.4)
 */
export class ManifestSync {
  readonly #options: ManifestSyncOptions;
  #sent: string | undefined;
  #version: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(options: ManifestSyncOptions) {
    this.#options = options;
  }

  /** Sends the manifest if it has changed. A refused manifest is reported, and the menus stay. */
  async sync(): Promise<void> {
    try {
      await this.#send();
    } catch (error) {
      const { message, fix } = error as Partial<PackagerError>;
      const reason = [message, fix].filter(Boolean).join(' ');
      this.#options.line(`${styleText('red', '✗')} app.json: ${reason}\nThe menus stay unchanged.`);
    }
  }

  /** Schedules a sync: several changes within 50 ms are one save. */
  change(): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.sync(), DEBOUNCE_MS);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  async #send(): Promise<void> {
    const { code, projectDir, target, line } = this.#options;
    const manifest = readFileSync(join(projectDir, 'app.json'), 'utf8');
    if (manifest === this.#sent) return;
    this.#sent = manifest;
    refuseOtherCode(manifest, code, basename(projectDir));
    this.#reportVersion(manifest);
    const { added, changed, removed } = await target.putManifest(code, manifest);
    if (added + changed + removed === 0) return;
    const counts = `menus: ${added} added, ${changed} changed, ${removed} removed`;
    line(`${styleText('green', '✔')} app.json: ${counts}`);
  }

  #reportVersion(manifest: string): void {
    const next = readText(manifest, 'version');
    if (this.#version !== undefined && next !== undefined && next !== this.#version) {
      this.#options.line(
        `${styleText('yellow', '!')} app.json: version ${next} is not installed here: restart npm run dev, or package and install it`,
      );
    }
    this.#version = next ?? this.#version;
  }
}

/** One sentence here instead of a finding of the host for every path and key. */
function refuseOtherCode(manifest: string, code: string, folder: string): void {
  const written = readText(manifest, 'code');
  if (written === undefined || written === code) return;
  throw new Error(`"code" is "${written}", but the project is ${folder}. Change it back to "${code}".`);
}

/** Undefined for a half-written manifest: the host reports its errors. */
function readText(manifest: string, key: 'code' | 'version'): string | undefined {
  try {
    const value = (JSON.parse(manifest) as Record<string, unknown>)[key];
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
