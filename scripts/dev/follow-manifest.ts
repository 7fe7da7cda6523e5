import { readFileSync, watch } from 'node:fs';
import { basename } from 'node:path';
import { styleText } from 'node:util';
import { ApiFailure, type ApiClient } from '@platform/cli';
import { inRoot } from '../lib/paths.ts';

/** Editors write a file in several steps. */
const TOGETHER_MS = 50;

export interface FollowManifestOptions {
  readonly code: string;
  readonly api: Pick<ApiClient, 'put'>;
  readonly line: (text: string) => void;
  /** Default: the application's. */
  readonly folder?: string;
}

interface MenuCounts {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/**
 * Gives the host the menus of `app.json`, now and at each change; what cannot be taken is said, and the menus stay.
 * @returns how to end it
 */
export function followManifest({ code, api, line, ...options }: FollowManifestOptions): () => void {
  const folder = options.folder ?? inRoot(`plugins/platform-${code}`);
  let known: string | undefined;
  let version: string | undefined;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  async function send(): Promise<void> {
    const manifest = readFileSync(`${folder}/app.json`, 'utf8');
    if (manifest === known) return;
    known = manifest;
    refuseOtherCode(manifest, code);
    tellVersion(manifest);
    const { added, changed, removed } = await api.put<MenuCounts>(`/platform/development/manifests/${code}`, {
      manifest,
    });
    if (added + changed + removed === 0) return;
    line(`${styleText('green', '✔')} app.json: menus ${added} added, ${changed} changed, ${removed} removed`);
  }

  function tellVersion(manifest: string): void {
    const next = stringOf(manifest, 'version');
    if (version !== undefined && next !== undefined && next !== version) {
      line(`${styleText('yellow', '!')} app.json: version ${next} is installed when npm run dev starts anew`);
    }
    version = next ?? version;
  }

  const tell = (error: unknown): void => {
    const { reason, fix } = error instanceof ApiFailure ? error : { reason: (error as Error).message };
    line(
      `${styleText('red', '✗')} app.json: ${[reason, fix].filter(Boolean).join(' ')}\nthe menus stay as they were`,
    );
  };
  const watcher = watch(folder, (_event, name) => {
    if (name === null || basename(name) !== 'app.json') return;
    clearTimeout(waiting);
    waiting = setTimeout(() => void send().catch(tell), TOGETHER_MS);
  });
  watcher.on('error', tell);
  void send().catch(tell);
  return () => {
    clearTimeout(waiting);
    watcher.close();
  };
}

/** The findings of the host would name each place that does not begin with the other code. */
function refuseOtherCode(manifest: string, code: string): void {
  const written = stringOf(manifest, 'code');
  if (written === undefined || written === code) return;
  throw new Error(`"code" is ${written}, the folder is plugins/platform-${code}. Write ${code} again.`);
}

/** A value of a manifest that may be half written; what is wrong with it is the host's to say. */
function stringOf(manifest: string, key: 'code' | 'version'): string | undefined {
  try {
    const value = (JSON.parse(manifest) as Record<string, unknown>)[key];
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
