import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { styleText } from 'node:util';
import { build, createLogger, type Rolldown } from 'vite';
import { ApiClient } from './lib/api-client.ts';
import { inRoot } from './lib/paths.ts';

/**
 * Builds the frontend of one application at each change and has the host serve it; a process of its own for each, since what
 * federation remembers of a build is the process's. `PLATFORM_API`, `PLATFORM_TOKEN` and `PLATFORM_REMOTE_OUT` come from `dev.ts`.
 */
const [code = ''] = process.argv.slice(2);
const root = inRoot('frontend', `${code}-app`);
const out = process.env['PLATFORM_REMOTE_OUT'] ?? '';
const api = new ApiClient(process.env['PLATFORM_API'] ?? '', process.env['PLATFORM_TOKEN']);
const changed = new Set<string>();

process.chdir(root);
process.stdin.on('end', () => process.exit()).resume();
const watcher = (await build({
  root,
  // Why a build fails is said below, once.
  logLevel: 'warn',
  customLogger: { ...createLogger('warn'), error: () => undefined },
  build: {
    watch: { buildDelay: 10 },
    minify: false,
    cssMinify: false,
    sourcemap: true,
    reportCompressedSize: false,
  },
})) as Rolldown.RolldownWatcher;
watcher.on('change', (id) => void changed.add(id));
watcher.on('event', async (event) => {
  if (event.code === 'ERROR') console.log(failure(event.error));
  if (event.code !== 'BUNDLE_END') return;
  const files = [...changed];
  changed.clear();
  await event.result.close();
  await serve(files, event.duration).catch((error: unknown) => console.log(failure(error)));
});

async function serve(files: readonly string[], buildMs: number): Promise<void> {
  const pushedAt = performance.now();
  await api.put(`/platform/development/remotes/${code}`, {
    build: Date.now().toString(36),
    files: filesOf(out),
  });
  const pushMs = performance.now() - pushedAt;
  const savedAt = Math.min(
    ...files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity),
  );
  const detail = styleText('dim', `built in ${Math.round(buildMs)} ms, pushed in ${Math.round(pushMs)} ms`);
  const what = files.map((file) => relative(root, file)).join(', ');
  const total = Number.isFinite(savedAt)
    ? ` announced ${Math.round(Date.now() - savedAt)} ms after it was saved`
    : '';
  console.log(`${styleText('green', '✔')} ${what || 'first build'}${total}  ${detail}`);
}

function filesOf(directory: string): Record<string, string> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [
        relative(directory, path).replaceAll('\\', '/'),
        readFileSync(path).toString('base64'),
      ]),
  );
}

function failure(error: unknown): string {
  const message = (error as Error).message.replaceAll(/^\s+at .*\n?/gm, '').trim();
  return `${styleText('red', '✗')} ${code} is not built; what was there before is shown on.\n${message}`;
}
