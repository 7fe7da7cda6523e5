import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DOCUMENTED_PACKAGES, entriesOf, type Entry } from './api/documented-packages.ts';
import { PublicSurfaces } from './api/public-surface.ts';
import { isSameSurface } from './api/same-surface.ts';
import { inRoot, root } from './lib/paths.ts';

/**
 * Compares the public surface of each package with its reports in `packages/<name>/etc`.
 *
 * `npm run types` writes the declarations that are read here. `--update` writes the reports.
 */
const update = process.argv.includes('--update');
const entries = DOCUMENTED_PACKAGES.flatMap(entriesOf);
const declarations = (packageName: string): string =>
  inRoot('node_modules/.cache/types/packages', packageName);
const declarationOf = (entry: Entry): string =>
  `${declarations(entry.package)}/${entry.source.replace(/\.ts$/, '.d.ts')}`;
const surfaces = new PublicSurfaces(entries.map(declarationOf));

const changed = entries.flatMap((entry) => {
  const specifier = `@platform/${entry.package}${entry.name === entry.package ? '' : `/${entry.name}`}`;
  const surface = surfaces.of(declarationOf(entry), `${declarations(entry.package)}/`);
  const report = `# Public surface of \`${specifier}\`\n\nWritten by \`npm run api:update\`.\n\n\`\`\`ts\n${surface}\n\`\`\`\n`;
  const file = inRoot('packages', entry.package, 'etc', `${entry.name}.api.md`);
  if (existsSync(file) && isSameSurface(readFileSync(file, 'utf8'), report)) return [];
  if (update) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, report);
  }
  return [file.slice(root.length + 1)];
});

if (changed.length > 0 && !update) {
  process.stderr.write(
    `The public surface differs from its report:\n${changed.map((file) => `  ${file}\n`).join('')}` +
      'Run `npm run api:update`, review the difference, and commit it with a changeset (`npx changeset`).\n',
  );
  process.exitCode = 1;
}
