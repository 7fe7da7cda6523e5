// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { PaletteEntry } from './search-sections.ts';
import { searchSections } from './search-sections.ts';

const entry = (title: string, context?: string, more: Partial<PaletteEntry> = {}): PaletteEntry => ({
  id: `${more.group} ${title}`,
  title,
  context,
  group: 'pages',
  run: () => undefined,
  ...more,
});
const entries = [
  entry('Installed', 'Applications'),
  entry('Tasks', 'Applications'),
  entry('Hello items', 'Hello'),
  entry('应用市场'),
];
const search = (text: string) =>
  searchSections(entries, text).flatMap((section) => section.entries.map(({ title }) => title));

describe('a search of the palette', () => {
  it('returns all commands for an empty query', () => expect(search('  ')).toHaveLength(4));
  it('ranks a matching start of the title first', () => expect(search('ta')).toEqual(['Tasks', 'Installed']));
  it('finds a later word, the context, and letters in order', () => {
    expect(search('item')).toEqual(['Hello items']);
    expect(search('applications')).toEqual(['Installed', 'Tasks']);
    expect(search('hlo')).toEqual(['Hello items']);
  });
  it('requires every word', () => expect(search('hello task')).toEqual([]));
  it('finds Chinese', () => expect(search('市场')).toEqual(['应用市场']));
});

describe('design 15.6: groups of the palette', () => {
  const all = [
    ...entries,
    entry('Tasks', undefined, { group: 'recent' }),
    entry('Hello', 'Open', { group: 'applications' }),
    entry('hello', 'User', { group: 'records', fetched: true }),
    entry('Help', undefined, { group: 'actions' }),
  ];
  const sections = (text: string) =>
    searchSections(all, text).map(({ group, entries: found }) => [group, ...found.map(({ title }) => title)]);

  it('have their order before anything is typed, with recent pages first', () =>
    expect(sections('').map(([group]) => group)).toEqual([
      'recent',
      'pages',
      'applications',
      'records',
      'actions',
    ]));

  it('begin with the best entry, offer no page twice, and end with what a server has found', () => {
    expect(sections('tasks')).toEqual([['pages', 'Tasks']]);
    expect(sections('hel')).toEqual([
      ['pages', 'Hello items'],
      ['applications', 'Hello'],
      ['actions', 'Help'],
      ['records', 'hello'],
    ]);
    expect(sections('help')[0]).toEqual(['actions', 'Help']);
  });

  it('show a bounded number of entries each', () => {
    const many = Array.from({ length: 60 }, (_, index) => entry(`Page ${index}`));
    expect(searchSections(many, '')[0]?.entries).toHaveLength(20);
  });
});
