import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { inRoot } from './lib/paths.ts';
import { explain } from './lib/steps.ts';
import { packAll } from './publish/pack-all.ts';

const USAGE = `Packs what plugins are developed with, for repositories outside this one: npm run pack -- [--out dist/npm]

Each tarball is one that npm publish takes.
`;

try {
  await main();
} catch (error) {
  explain(error);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: inRoot('dist/npm') },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return void process.stdout.write(USAGE);
  for (const tarball of await packAll(resolve(values.out))) console.log(tarball);
}
