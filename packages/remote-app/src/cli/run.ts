import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs, styleText } from 'node:util';
import { checkGlobals } from '../checks/check-globals.ts';
import { checkRemote } from '../checks/check-remote.ts';
import type { Check, CheckedProject, CheckFinding } from '../checks/finding.ts';
import { readCheckedProject } from '../checks/read-project.ts';
import { RuntimeCheckError } from '../checks/runtime/browser.ts';
import { openRuntimeCheck, type RuntimeCheckOptions } from '../checks/runtime/check-runtime.ts';

/** A check that is ready for any number of applications. */
interface OpenCheck {
  check(project: CheckedProject): CheckFinding[] | Promise<CheckFinding[]>;
  close(): Promise<void>;
}
type Open = (options: RuntimeCheckOptions) => Promise<OpenCheck>;

const still =
  (check: Check): Open =>
  async () => ({ check, close: async () => {} });
const CHECKS: Readonly<Record<string, Open>> = {
  remote: still(checkRemote),
  globals: still(checkGlobals),
  runtime: openRuntimeCheck,
};

const USAGE = `Checks remote applications: npm run check:remote -- [hello …]

  platform-check remote|globals|runtime [folder or code …]   default: the one of this folder, or all
  --app <code>             the same as its code alone; may be given more than once
  --dist <folder>          the build to look at; default the last one
  --screenshots <folder>   runtime: writes a picture of each view
  --json                   findings as JSON
`;

interface CheckResult {
  readonly app: string;
  readonly findings: readonly CheckFinding[];
}

export interface CheckRun {
  readonly args: readonly string[];
  /** Working directory of the command. */
  readonly cwd: string;
  readonly print: (text: string) => void;
}

/**
 * Runs a check from the command line (spec: L10). Resolves to the exit code: 1 for errors, 2 for a
 * wrong call or a missing browser.
 */
export async function runCheck({ args, cwd, print }: CheckRun): Promise<number> {
  const [name = '', ...rest] = args;
  if (args.some((arg) => arg === '--help' || arg === '-h')) {
    print(USAGE);
    return 0;
  }
  const open = CHECKS[name];
  if (!open) {
    print(USAGE);
    return 2;
  }
  const options = {
    app: { type: 'string', multiple: true },
    dist: { type: 'string' },
    screenshots: { type: 'string' },
    json: { type: 'boolean' },
  } as const;
  let parsed;
  try {
    parsed = parseArgs({ args: rest, options, allowPositionals: true });
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ');
    print(`${sentence}\n\n${USAGE}`);
    return 2;
  }
  const { app = [], json } = parsed.values;
  const named = [...parsed.positionals, ...app];
  const folders = applications(named, cwd);
  if (folders.length === 0) {
    print(`There is no remote application ${named.join(', ') || 'here'}.\n\n${USAGE}`);
    return 2;
  }
  const inCwd = (path: string | undefined) => (path === undefined ? undefined : resolve(cwd, path));
  const dist = inCwd(parsed.values.dist);
  let results: CheckResult[];
  try {
    const opened = await open({ screenshots: inCwd(parsed.values.screenshots) });
    try {
      results = await inLanes(folders, async (folder) => ({
        app: relative(cwd, folder) || '.',
        findings: await opened.check(readCheckedProject(folder, { dist })),
      }));
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (!(error instanceof RuntimeCheckError)) throw error;
    print(`${error.message}\n${error.fix}`);
    return 2;
  }
  print(json ? JSON.stringify(results, null, 2) : results.map(format(name)).join('\n'));
  const failed = results.some(({ findings }) => findings.some(({ severity }) => severity === 'error'));
  return failed ? 1 : 0;
}

/** Processes a list three at a time, because a browser mostly waits. */
async function inLanes<T, R>(list: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = list.entries();
  const lane = async (): Promise<void> => {
    for (const [at, one] of waiting) results[at] = await work(one);
  };
  await Promise.all([lane(), lane(), lane()]);
  return results;
}

/** Folders of the requested applications: by code or path, the current one, or all. */
function applications(named: readonly string[], cwd: string): string[] {
  const around = ancestors(cwd).find(
    (folder) => existsSync(join(folder, 'vite.config.ts')) && folder.endsWith('-app'),
  );
  if (named.length === 0 && around !== undefined) return [around];
  const root = ancestors(cwd).find((folder) => existsSync(join(folder, 'frontend'))) ?? cwd;
  const frontend = join(root, 'frontend');
  const all = (existsSync(frontend) ? readdirSync(frontend) : [])
    .map((name) => join(frontend, name))
    .filter((folder) => folder.endsWith('-app') && existsSync(join(folder, 'package.json')));
  if (named.length === 0) return all.sort();
  const found = named.map((name) =>
    [resolve(cwd, name), join(root, 'frontend', `${name}-app`)].find((dir) =>
      existsSync(join(dir, 'package.json')),
    ),
  );
  return found.every((dir) => dir !== undefined) ? found : [];
}

function ancestors(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...ancestors(parent)];
}

const format =
  (check: string) =>
  ({ app, findings }: CheckResult): string => {
    const errors = findings.filter(({ severity }) => severity === 'error').length;
    const summary =
      findings.length === 0 ? 'no findings' : `${errors} errors, ${findings.length - errors} warnings`;
    return [`check:${check} ${app}: ${summary}`, ...findings.map(formatFinding)].join('\n');
  };

function formatFinding({ code, severity, file, line, message, fix }: CheckFinding): string {
  const mark = severity === 'error' ? styleText('red', '✘ error  ') : styleText('yellow', '! warning');
  const place = file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`}  `;
  return `${mark} ${styleText('bold', code)}  ${place}${message}\n            ${styleText('dim', fix)}`;
}
