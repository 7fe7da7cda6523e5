import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { PackagerError } from '../errors.ts';
import type { PackageOptions } from './package-options.ts';

export interface FrontendPlan {
  /** Project to build; undefined when a finished build is packed. */
  project?: string;
  /** Folder whose content becomes `frontend/`. */
  dist: string;
}

const OUTPUT_SHOWN = 4000;
/** Lines of a stack trace, with the properties of the error that Node prints behind it. */
const STACK = /^ {4}at .*?(?: \{\n(?: .*\n)*\})?$\n?/gm;

/** Locates the frontend; undefined for an application without one. Throws `FRONTEND_MISSING`. */
export function planFrontend(
  options: PackageOptions,
  code: string,
  declared: boolean,
): FrontendPlan | undefined {
  const { root, pluginDir, frontendDist, frontendProject, skipFrontend } = options;
  if (frontendDist !== undefined) return { dist: requireDist([frontendDist], 'Correct -FrontendDist.') };
  const project = frontendProject ?? join(root, `frontend/${code}-app`);
  const built = join(pluginDir, 'target/frontend');
  if (!existsSync(join(project, 'package.json'))) {
    if (!declared && frontendProject === undefined) return undefined;
    throw missing(
      `${project} is not a frontend project.`,
      'Create it, correct -FrontendProject, or drop assets.frontend.',
    );
  }
  if (!skipFrontend) return { project, dist: built };
  const hint = 'Package once without -SkipFrontend, or pass a finished build with -FrontendDist.';
  return { dist: requireDist([built, join(root, `remote-apps/${code}`)], hint) };
}

function requireDist(candidates: readonly string[], fix: string): string {
  const found = candidates.find((dir) => existsSync(dir));
  if (found) return found;
  throw missing(`No frontend build found in ${candidates.join(' or ')}.`, fix);
}

/**
 * Runs the `build` script of the project. Its complete output replaces `dist`, so a failed build
 * changes nothing.
 */
export async function buildFrontend(project: string, dist: string, version: string): Promise<void> {
  await mkdir(dirname(dist), { recursive: true });
  const staging = await mkdtemp(`${dist}-`);
  try {
    const out = join(staging, 'out');
    const { exitCode, output } = await runBuild(project, out, version);
    if (exitCode !== 0 || !existsSync(out)) throw buildFailed(project, exitCode, output);
    await rm(dist, { recursive: true, force: true });
    await rename(out, dist);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function runBuild(
  project: string,
  out: string,
  version: string,
): Promise<{ exitCode: number | null; output: string }> {
  const child = spawn('npm', ['run', 'build', '--silent'], {
    cwd: project,
    env: { ...process.env, PLATFORM_REMOTE_OUT: out, PLATFORM_APP_VERSION: version },
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (chunk: Buffer): void => {
    output = `${output}${chunk.toString()}`.slice(-OUTPUT_SHOWN);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return { exitCode, output };
}

function buildFailed(project: string, exitCode: number | null, output: string): PackagerError {
  const isEmpty = exitCode === 0;
  const why = isEmpty ? 'succeeded but wrote nothing to PLATFORM_REMOTE_OUT' : `exited with code ${exitCode}`;
  const shown = stripVTControlCharacters(output).replaceAll(STACK, '').trim();
  return new PackagerError({
    code: 'FRONTEND_BUILD_FAILED',
    message: `npm run build in ${project} ${why}.\n${shown}`,
    fix: isEmpty
      ? 'Build with the preset defineRemoteApp, which writes to PLATFORM_REMOTE_OUT.'
      : 'Correct the sources that the build names.',
  });
}

function missing(message: string, fix: string): PackagerError {
  return new PackagerError({ code: 'FRONTEND_MISSING', message, fix });
}
