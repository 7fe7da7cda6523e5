#!/usr/bin/env node
import { join } from 'node:path';
import { orExplain } from './or-explain.ts';
import { runCreateApp } from './run-create-app.ts';

await orExplain(() =>
  runCreateApp({
    args: process.argv.slice(2),
    // npm runs scripts in the folder of package.json: the repository's root.
    root: process.cwd(),
    sample: join(import.meta.dirname, '../../sample'),
    print: (text) => console.log(text),
  }),
);
