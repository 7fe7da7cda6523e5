import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPackage, packageOf } from '../../scripts/lib/build.ts';
import { inRoot } from '../../scripts/lib/paths.ts';
import type { BrowserSession } from '../../scripts/lib/browser-session.ts';
import { createData, install, logIn, logInBrowser } from './platform.ts';

/**
 * An application's frontend, copied and served from its sources to a shell that is served from
 * sources too, as `npm run dev` does.
 */
export interface DevelopedRemote {
  /** Address of the shell. */
  readonly frontend: string;
  /** State of a browser that has logged in to that shell. */
  readonly session: BrowserSession;
  /** Entry on the development server. */
  readonly entry: string;
  read(path: string): string;
  /** Writes a file of the copy. @param path from the frontend's folder */
  save(path: string, text: string): void;
  stop(): Promise<void>;
}

/** @param code of an application of this repository that has a frontend */
export async function developRemote(code: string): Promise<DevelopedRemote> {
  await buildPackage(code);
  const data = await createData();
  const host = await data.start({ 'platform.development': 'true' });
  const { api } = await logIn(host);
  await install(api, [packageOf(code)]);
  const { root, app } = copyOf(code);
  const [shell, remote] = await Promise.all([
    startVite(inRoot(), { PLATFORM_HOST: host.ready.frontend }),
    startVite(app),
  ]);
  const entry = `${remote.url}/index.js`;
  await api.put(`/platform/development/remotes/${code}`, { entry });
  return {
    frontend: shell.url,
    session: await logInBrowser(shell.url),
    entry,
    read: (path) => readFileSync(join(app, path), 'utf8'),
    save: (path, text) => writeFileSync(join(app, path), text),
    async stop() {
      shell.stop();
      remote.stop();
      await host.stop();
      data.remove();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function copyOf(code: string): { root: string; app: string } {
  const root = mkdtempSync(join(tmpdir(), 'developed-'));
  const app = join(root, `frontend/${code}-app`);
  const manifest = `plugins/platform-${code}/app.json`;
  mkdirSync(join(root, `plugins/platform-${code}`), { recursive: true });
  cpSync(inRoot(manifest), join(root, manifest));
  cpSync(inRoot(`frontend/${code}-app`), app, {
    recursive: true,
    filter: (path) => !path.includes('node_modules'),
  });
  symlinkSync(inRoot('node_modules'), join(root, 'node_modules'), 'dir');
  return { root, app };
}

function startVite(cwd: string, env: Record<string, string> = {}): Promise<{ url: string; stop(): void }> {
  const args = [inRoot('node_modules/vite/bin/vite.js'), '--port', '0', '--clearScreen', 'false'];
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env, NO_COLOR: '1' } });
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (piece: Buffer): void => {
      said += piece.toString();
      const [, url] = /Local:\s+(http:\/\/\S+?)\/?\s/.exec(said) ?? [];
      if (url !== undefined) resolve({ url, stop: () => void child.kill() });
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', () => reject(new Error(`The development server has ended:\n${said}`)));
  });
}
