import { writeFileSync } from 'node:fs';
import { coverageText } from './spec-coverage-text.ts';
import { inRoot, root } from './lib/paths.ts';
import { collectReferences } from './spec-references.ts';

const references = collectReferences(root);
writeFileSync(inRoot('docs', 'coverage.md'), coverageText(references));
for (const { file, title } of references.filter(({ row }) => row === undefined)) {
  console.warn(`${file} names a row that the specification does not have: ${title}`);
}
