#!/usr/bin/env node
import { orExplain } from './or-explain.ts';
import { runCreateRepository } from './run-create-repository.ts';

await orExplain(() =>
  runCreateRepository({
    args: process.argv.slice(2),
    cwd: process.cwd(),
    print: (text) => console.log(text),
  }),
);
