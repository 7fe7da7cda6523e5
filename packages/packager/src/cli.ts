#!/usr/bin/env node
import { consoleOutput } from './cli/output.ts';
import { runCli } from './commands/run-cli.ts';

// npm runs scripts in the folder of package.json; the folder in which `npm run package` was
// called is in INIT_CWD.
const called = process.env.npm_lifecycle_event === 'package' ? process.env.INIT_CWD : undefined;
process.exitCode = await runCli({
  args: process.argv.slice(2),
  cwd: called ?? process.cwd(),
  output: consoleOutput,
  input: process.stdin,
  stopSignal,
});

function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
  return stop.signal;
}
