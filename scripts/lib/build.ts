import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.ts';
import { whenChanged } from './changed.ts';
import { inRoot, root } from './paths.ts';
import { step } from './steps.ts';

const common = ['package-lock.json', 'packages'];

const shell = [...common, 'src', 'public', 'index.html', 'vite.config.ts'];

/** The shell into `dist/shell`; false when it was up to date. */
export function buildShell(): Promise<boolean> {
  return whenChanged('shell', shell, ['dist/shell/index.html'], async () => {
    await run('vite', ['build']);
  });
}

/**
 * Builds the shell for developers of applications: with Vue's warnings, and with components that
 * are replaced while they are shown.
 *
 * @returns its folder
 */
export async function buildDevelopmentShell(): Promise<string> {
  const out = 'dist/shell-development';
  await whenChanged('shell-development', shell, [`${out}/index.html`], async () => {
    await run('vite', ['build', '--mode', 'development', '--outDir', out], {
      env: { NODE_ENV: 'development' },
    });
  });
  return inRoot(out);
}

/** The server's bundle into `server/dist`; false when it was up to date. */
export function buildServer(): Promise<boolean> {
  const inputs = [
    ...common,
    'server/src',
    'deploy/entry',
    'server/application.yml',
    'scripts/lib/bundle-server.ts',
  ];
  return whenChanged('server', inputs, ['server/dist/lib/main.js', 'server/dist/lib/worker.js'], async () => {
    await run('node', [inRoot('scripts/build-server.ts')]);
  });
}

/**
 * The key that packages of a repository are signed with, unless there is one.
 *
 * @param folder of the repository; by default this one
 * @param packager file of its packager
 */
export async function makeSigningKey(
  folder = root,
  packager = inRoot('packages/packager/src/cli.ts'),
): Promise<void> {
  if (existsSync(join(folder, 'plugins/keys/private.pem'))) return;
  await step('Generate a signing key', () => run(process.execPath, [packager, '-Keygen'], { cwd: folder }));
}

/** One application's signed package into `dist-packages`; false when it was up to date. */
export function buildPackage(code: string): Promise<boolean> {
  const inputs = [...common, `plugins/platform-${code}`, `frontend/${code}-app`];
  return whenChanged(`package-${code}`, inputs, [], async () => {
    await run('node', [inRoot('packages/packager/src/cli.ts'), '-Plugin', `platform-${code}`]);
  });
}

/** The version that the manifest of an application states. */
export function versionOf(code: string): string {
  const manifest = readFileSync(inRoot(`plugins/platform-${code}/app.json`), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

/** The package of an application in that version. */
export const packageOf = (code: string): string => inRoot('dist-packages', `${code}-${versionOf(code)}.zip`);
