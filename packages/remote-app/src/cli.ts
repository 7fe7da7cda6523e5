#!/usr/bin/env node
import { runCheck } from './cli/run.ts';

process.exitCode = await runCheck({
  args: process.argv.slice(2),
  // npm runs scripts in the folder of their package.json: the application's or the repository's.
  cwd: process.cwd(),
  print: (text) => console.log(text),
});
