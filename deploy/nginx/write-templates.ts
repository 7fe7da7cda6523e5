import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { templatesOf, writeTemplates } from './render.ts';

/** Writes the templates of a built shell, for the image: `write-templates.ts <shell> <folder>`. */
const [shell, folder] = process.argv.slice(2);
if (shell === undefined || folder === undefined) {
  process.stderr.write('Usage: write-templates.ts <shell> <folder>\n');
  process.exit(64);
}
writeTemplates(templatesOf(readFileSync(join(shell, 'index.html'), 'utf8')), folder);
