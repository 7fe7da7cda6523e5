import type { SpecReference } from './spec-references.ts';
import { SPEC_TABLES, type SpecTable } from './spec-rows.ts';

type ByRow = ReadonlyMap<string, readonly SpecReference[]>;

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

function testsCell(references: readonly SpecReference[]): string {
  const lines = references.map(
    ({ file, title }) => `[${cell(file.split('/').at(-1) ?? file)}](../${file}): ${cell(title)}`,
  );
  return [...new Set(lines)].join('<br>');
}

function tableOf({ title, rows }: SpecTable, byRow: ByRow): string {
  const lines = rows.map(({ name, says }) => {
    const references = byRow.get(name) ?? [];
    return `| ${cell(name)} | ${cell(says)} | ${references.length === 0 ? '—' : testsCell(references)} |`;
  });
  const shown = rows.filter(({ name }) => byRow.has(name)).length;
  return [
    `## ${title}`,
    '',
    `${shown} of ${rows.length}`,
    '',
    '| Row | Says | Tests |',
    '|---|---|---|',
    ...lines,
  ].join('\n');
}

/** `docs/coverage.md`: for each row of the specification the tests whose titles name it. */
export function coverageText(references: readonly SpecReference[]): string {
  const byRow = Map.groupBy(
    references.filter(({ row }) => row !== undefined),
    ({ row }) => row ?? '',
  );
  const rows = SPEC_TABLES.flatMap((table) => table.rows);
  const without = rows.filter(({ name }) => !byRow.has(name)).map(({ name }) => `- ${cell(name)}`);
  return [
    '# Rows of the specification, and the tests that name them',
    'Made by `npm run docs:coverage` from the titles of the tests (`spec: M3`, `spec: Errors/…`). It says which rows a test ' +
      'names, not how much of a row it shows.',
    `**${rows.length - without.length} of ${rows.length} rows are named by a test.**`,
    ...SPEC_TABLES.map((table) => tableOf(table, byRow)),
    '## Rows that no test names',
    without.join('\n'),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}
