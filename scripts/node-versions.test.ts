import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { OLDEST_NODE } from '../server/src/startup/node-version.ts';
import { inRoot } from './lib/paths.ts';

const read = (file: string): string => readFileSync(inRoot(file), 'utf8');
const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };

it.each(['README.md', 'CONTRIBUTING.md', 'packages/cli/README.md'])(
  '%s names the Node.js that installs the project and runs its packages',
  (file) => expect(read(file)).toContain(`Node ${engines.node.replace('>=', '')} or later`),
);

it.each(['README.md', 'docs/operating.md'])('%s names the Node.js that runs a host', (file) => {
  expect(read(file)).toContain(`${OLDEST_NODE.replace(/\.0$/, '')} or later`);
});

it('published packages need the Node.js of the project', () => {
  expect(read('scripts/publish/published-manifest.ts')).toContain(`engines: { node: '${engines.node}' }`);
});
