import { readArguments } from './create-app/app-options.ts';
import { writeApp } from './create-app/write-app.ts';
import { root } from './lib/paths.ts';
import { run } from './lib/run.ts';
import { explain, runSteps } from './lib/steps.ts';

const USAGE = `Makes an application: npm run create-app -- notes --name "Notes"

  --name "…"         display name; default from the code
  --frontend-only    pages without a backend
  --backend-only     endpoints without pages
  --no-install       do not run npm install
`;

try {
  await main(process.argv.slice(2));
} catch (error) {
  explain(error);
  process.exitCode = 1;
}

async function main(args: readonly string[]): Promise<void> {
  if (args.some((argument) => argument === '--help' || argument === '-h')) {
    console.log(USAGE);
    return;
  }
  const { install, ...options } = readArguments(args);
  const { code, parts } = options;
  const paths = await writeApp(root, options);
  for (const path of paths) console.log(`  + ${path}`);
  if (install) {
    const work = async (): Promise<void> => {
      await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error']);
    };
    await runSteps([{ title: 'npm install', work }]);
  }
  const commands = [
    ...(parts === 'frontend' ? [] : [`npm test -w @plugins/platform-${code}`]),
    ...(parts === 'backend' ? [] : [`npm test -w @plugins/${code}-app`]),
    `npm run package -- -Plugin platform-${code}`,
  ];
  console.log(`\nNext:\n${commands.map((command) => `  ${command}`).join('\n')}`);
  console.log('Then upload the package in the console; docs/getting-started.md goes on from here.');
}
