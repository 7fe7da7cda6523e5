import { readArguments } from '../app-options.ts';
import { writeApp } from '../write-app.ts';
import { npmInstall } from './npm-install.ts';

const USAGE = `Makes an application: npm run create-app -- notes --name "Notes"

  --name "…"         display name; default from the code
  --frontend-only    pages without a backend
  --backend-only     endpoints without pages
  --no-install       do not run npm install
`;

export interface CreateAppRun {
  readonly args: readonly string[];
  /** Path of the repository that gets the application. */
  readonly root: string;
  /** Folder with the sample's projects under `plugins/` and `frontend/`. */
  readonly sample: string;
  readonly print: (text: string) => void;
}

/**
 * `create-app <code> [options]`.
 * @throws CreateAppError
 */
export async function runCreateApp({ args, root, sample, print }: CreateAppRun): Promise<void> {
  if (args.some((argument) => argument === '--help' || argument === '-h')) {
    print(USAGE);
    return;
  }
  const { install, ...options } = readArguments(args);
  const { code, parts } = options;
  const paths = await writeApp(root, sample, options);
  for (const path of paths) print(`  + ${path}`);
  if (install) await npmInstall(root, print);
  const commands = [
    ...(install ? [] : ['npm install']),
    `npm run dev -- ${code}`,
    ...(parts === 'frontend' ? [] : [`npm test -w @plugins/platform-${code}`]),
    ...(parts === 'backend' ? [] : [`npm test -w @plugins/${code}-app`]),
    `npm run package -- -Plugin platform-${code}`,
  ];
  print(`\nNext:\n${commands.map((command) => `  ${command}`).join('\n')}`);
  print('Then upload the package in the console.');
}
