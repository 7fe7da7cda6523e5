import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs, styleText } from 'node:util';
import { checkGlobals } from '../checks/check-globals.ts';
import { checkRemote } from '../checks/check-remote.ts';
import type { Check, CheckFinding } from '../checks/finding.ts';
import { readCheckedProject } from '../checks/read-project.ts';

const CHECKS: Readonly<Record<string, Check>> = { remote: checkRemote, globals: checkGlobals };

const USAGE = `Checks remote applications: npm run check:remote -- [hello …]

  platform-check remote|globals [folder or code …]   default: the one of this folder, or all
  --dist <folder>   the build to look at; default the last one
  --json            findings as JSON
`;

export interface CheckRun {
  readonly args: readonly string[];
  /** Folder in which the command was called. */
  readonly cwd: string;
  readonly print: (text: string) => void;
}

/** Runs a check from the command line (spec: L10). Resolves to the exit code: 1 for errors found, 2 for a wrong call. */
export function runCheck({ args, cwd, print }: CheckRun): number {
  const [name = '', ...rest] = args;
  const check = CHECKS[name];
  if (!check) {
    print(USAGE);
    return 2;
  }
  const options = { dist: { type: 'string' }, json: { type: 'boolean' } } as const;
  let parsed;
  try {
    parsed = parseArgs({ args: rest, options, allowPositionals: true });
  } catch (error) {
    print(`${(error as Error).message}\n\n${USAGE}`);
    return 2;
  }
  const folders = applications(parsed.positionals, cwd);
  if (folders.length === 0) {
    print(`There is no remote application ${parsed.positionals.join(', ') || 'here'}.\n\n${USAGE}`);
    return 2;
  }
  const dist = parsed.values.dist === undefined ? undefined : resolve(cwd, parsed.values.dist);
  const results = folders.map((folder) => {
    return { app: relative(cwd, folder) || '.', findings: check(readCheckedProject(folder, { dist })) };
  });
  print(parsed.values.json ? JSON.stringify(results, null, 2) : results.map(format(name)).join('\n'));
  const failed = results.some(({ findings }) => findings.some(({ severity }) => severity === 'error'));
  return failed ? 1 : 0;
}

/** The folders of the applications that are meant: by code or path, the one around, or all of the repository. */
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
  ({ app, findings }: { app: string; findings: readonly CheckFinding[] }): string => {
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
