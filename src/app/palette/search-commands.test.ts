// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { PaletteEntry } from './search-commands.ts';
import { searchCommands } from './search-commands.ts';

const entry = (title: string, context?: string): PaletteEntry => ({
  id: title,
  title,
  context,
  kind: 'page',
  run: () => undefined,
});
const entries = [
  entry('Installed', 'Applications'),
  entry('Tasks', 'Applications'),
  entry('Hello items', 'Hello'),
  entry('应用市场'),
];
const search = (text: string) => searchCommands(entries, text).map((found) => found.title);

describe('searchCommands', () => {
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
