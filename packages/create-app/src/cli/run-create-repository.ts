import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CreateAppError } from '../errors.ts';
import { assertEmpty, writeRepository } from '../repository/write-repository.ts';
import { npmInstall } from './npm-install.ts';

const USAGE = `Makes a repository for applications: create-platform-repo <dir> [--packages <dir>] [--no-install]

  --packages <dir>   tarballs of the platform's packages, kept in vendor/; default: from the npm registry
  --no-install       do not run npm install
`;

export interface CreateRepositoryRun {
  readonly args: readonly string[];
  /** Base of relative paths. */
  readonly cwd: string;
  readonly print: (text: string) => void;
  /**
   * Creates the tarballs and returns their folder, unless `--packages` names one. Called after
   * every other check.
   */
  readonly pack?: () => Promise<string>;
}

/**
 * `create-platform-repo <dir>`.
 * @throws CreateAppError APP_OPTION_UNKNOWN, REPO_EXISTS, PACKAGES_MISSING, NPM_INSTALL_FAILED
 */
export async function runCreateRepository({ args, cwd, print, pack }: CreateRepositoryRun): Promise<void> {
  const { values, positionals } = parse(args);
  if (values.help) return print(USAGE);
  const [dir, ...others] = positionals;
  if (dir === undefined || others.length > 0) {
    throw new CreateAppError(
      'REPO_FOLDER_MISSING',
      dir === undefined
        ? 'Missing argument: the folder to create.'
        : `Expected one folder, found: ${positionals.join(', ')}.`,
      'Name one: create-platform-repo my-plugins.',
    );
  }
  const root = resolve(cwd, dir);
  await assertEmpty(root);
  const packages = values.packages === undefined ? await pack?.() : resolve(cwd, values.packages);
  for (const path of await writeRepository(root, packages)) print(`  + ${path}`);
  if (!values['no-install']) await npmInstall(root, print);
  print(`\nNext:\n  cd ${/\s/.test(dir) ? `"${dir}"` : dir}\n  npm run create-app -- notes --name "Notes"`);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        packages: { type: 'string' },
        'no-install': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new CreateAppError(
      'APP_OPTION_UNKNOWN',
      (error as Error).message.replace(/\.? To specify.*$/s, ''),
      'Options: --packages <dir>, --no-install.',
    );
  }
}
