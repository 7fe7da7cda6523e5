import { writeFileSync } from 'node:fs';
import { configLeaves, environmentNames, type ConfigLeaf } from '../server/src/kernel/index.ts';
import { inRoot } from './lib/paths.ts';

const HEAD = `# Settings

All keys of the host, from its sources (\`npm run docs:settings\`). [Configuration](configuration.md#configure) says where they
are set; \`npm run config:show\` prints the values of a host.
`;

/** Writes `docs/settings.md` from the schema of the configuration. (design 6.1) */
if (import.meta.main) writeFileSync(inRoot('docs/settings.md'), settingsPage());

/** The page in Markdown: a table for each section of the schema. */
export function settingsPage(): string {
  const sections = Map.groupBy(configLeaves.values(), ({ path }) => path.split('.')[0] ?? '');
  const tables = [...sections].map(([section, leaves]) => `\n## ${section}\n\n${tableOf(leaves)}`);
  return `${HEAD}${tables.join('')}`;
}

function tableOf(leaves: readonly ConfigLeaf[]): string {
  const rows = leaves.map((leaf) => [keyOf(leaf), defaultOf(leaf), meaningOf(leaf)]);
  const cells = [['Key and variable', 'Default', 'Meaning'], ...rows];
  const widths = [0, 1, 2].map((at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[], fill = ' '): string =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0, fill)).join(' | ')} |\n`;
  const [head = [], ...body] = cells;
  return [line(head), line(['', '', ''], '-'), ...body.map((row) => line(row))].join('');
}

function keyOf(leaf: ConfigLeaf): string {
  const [variable = ''] = environmentNames(leaf);
  return leaf.fileOnly ? `\`${leaf.path}\`` : `\`${leaf.path}\` \`${variable}\``;
}

function defaultOf(leaf: ConfigLeaf): string {
  const shown = (value: unknown): string => (value === '' ? '' : `\`${JSON.stringify(value)}\``);
  if (leaf.production === undefined) return shown(leaf.default);
  return `${shown(leaf.default)}, in production ${shown(leaf.production)}`;
}

function meaningOf({ description, fileOnly, addsUp, secret, ...leaf }: ConfigLeaf): string {
  const parts = [
    description,
    leaf.enum && `One of ${leaf.enum.map((value) => `\`${value}\``).join(', ')}.`,
    fileOnly && 'In a file only.',
    addsUp && 'Lists of several sources add up.',
    secret && 'Secret.',
  ];
  return parts
    .filter(Boolean)
    .join(' ')
    .replaceAll('|', String.raw`\|`)
    .replaceAll(/[*<>_](?=\S)/g, String.raw`\$&`);
}
