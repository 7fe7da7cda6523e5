import { parseArgs } from 'node:util';
import { DevelopmentHost, developPlugins, findPlugin, findWorkspace } from '@platform/packager';
import { inRoot, root } from './lib/paths.ts';
import { startSandboxProcess } from './lib/sandbox-process.ts';
import { explain } from './lib/steps.ts';

const USAGE = `Serves plugins from their sources, again at each change: npm run plugin:dev -- hello [member …]

  --port <n>          port of the sandbox that is started (8081)
  --inspect[=<addr>]  lets a debugger attach to the sandbox; breakpoints are set in the TypeScript sources
  --log <level>       what is printed of the log (info)
  --no-types          do not check types beside

To use a host that runs already: npm run package -- dev hello -Host http://127.0.0.1:8080
`;

try {
  await main();
} catch (error) {
  explain(error);
  process.exit(1);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    // A bare --inspect takes no value.
    args: process.argv.slice(2).map((argument) => (argument === '--inspect' ? '--inspect=' : argument)),
    options: {
      port: { type: 'string', default: '8081' },
      inspect: { type: 'string' },
      log: { type: 'string', default: 'info' },
      types: { type: 'boolean', default: true },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
    allowNegative: true,
  });
  if (values.help || positionals.length === 0) {
    process.stdout.write(USAGE);
    process.exitCode = values.help ? 0 : 1;
    return;
  }
  const workspace = findWorkspace(inRoot());
  const projects = positionals.map((plugin) => findPlugin(workspace, plugin));
  const { port, inspect, log, types } = values;
  const sandbox = await startSandboxProcess({ projects, port, inspect, log });
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
  void sandbox.ended.then(() => stop.abort());
  console.log(`${sandbox.url}   Authorization: Bearer ${sandbox.token}\n`);
  await developPlugins({
    root,
    projects,
    host: new DevelopmentHost(sandbox.url, sandbox.token),
    withdraw: false,
    types,
    line: (text) => console.log(text),
    signal: stop.signal,
  });
  process.exitCode = await sandbox.stop();
}
