import { describe, expect, it } from 'vitest';
import { folderImports, importCycles, mutualImports, type FolderImport } from './folder-directions.ts';

const edge = (from: string, to: string, ...statements: string[]): FolderImport => ({
  parent: 'src',
  from,
  to,
  statements,
});

describe('directions between folders', () => {
  const imports = folderImports();

  it('do not let siblings import each other', () => {
    expect(mutualImports(imports)).toEqual([]);
  });

  it('do not lead over siblings back to a folder', () => {
    expect(importCycles(imports)).toEqual([]);
  });

  it('report a longer cycle once, from where it is entered', () => {
    const round = [edge('a', 'b'), edge('b', 'c'), edge('c', 'd'), edge('d', 'b')];
    expect(importCycles(round)).toEqual(['src: b > c > d > b']);
    expect(importCycles(round.slice(0, 3))).toEqual([]);
  });

  it('cover scripts of components, aliases and types', () => {
    const statements = imports.flatMap((found) => found.statements);
    expect(statements).toContainEqual(expect.stringMatching(/\.vue imports /));
    expect(statements).toContainEqual(expect.stringMatching(/ imports src\/shared\/http\/index\.ts$/));
    expect(statements.length).toBeGreaterThan(1000);
  });

  it('are reported once per pair, with the statements of the rarer direction', () => {
    expect(mutualImports([edge('b', 'a', 'x', 'y'), edge('a', 'b', 'z'), edge('a', 'c', 'w')])).toEqual([
      { name: 'src: a <-> b', fewer: ['z'] },
    ]);
  });
});
