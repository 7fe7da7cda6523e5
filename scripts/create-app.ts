import { runCreateApp } from '@platform/create-app';
import { root } from './lib/paths.ts';
import { explain } from './lib/steps.ts';

try {
  await runCreateApp({
    args: process.argv.slice(2),
    root,
    sample: root,
    print: (text) => console.log(text),
  });
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
