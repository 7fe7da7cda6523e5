import { beforeEach, describe, expect, it } from 'vitest';
import { typeCheckLines } from './type-check-lines.ts';

describe('findings: applications 12: output of the compiler while files change', () => {
  let told: string[];
  let take: (line: string) => void;
  beforeEach(() => {
    told = [];
    take = typeCheckLines((line) => told.push(line));
  });
  const gone = (name: string): string =>
    `\u001b[91merror\u001b[0m\u001b[90m TS6053: \u001b[0mFile '${name}' not found.`;
  const say = (...lines: string[]): void => lines.forEach((line) => take(line));

  it('hides errors of files that an editor is replacing, and their count', () => {
    say('File change detected. Starting incremental compilation...', '');
    say(gone('/a.ts'), gone('/b.ts'), 'Found 2 errors. Watching for file changes.');
    expect(told).toEqual([]);
    say('Found 0 errors. Watching for file changes.');
    expect(told).toEqual(['Found 0 errors']);
  });

  it('shows the errors beside them, with their colours', () => {
    const error = "src/a.ts:1:7 - \u001b[91merror\u001b[0m TS2322: Type 'number' is not assignable.";
    say(gone('/b.ts'), error, 'Found 2 errors. Watching for file changes.');
    expect(told).toEqual([error, 'Found 2 errors']);
  });

  it('ignores an earlier transient error at the next check', () => {
    say(gone('/a.ts'), 'Found 1 error. Watching for file changes.');
    say('src/a.ts:1:1 - error TS1005: expected.', 'Found 1 error. Watching for file changes.');
    expect(told).toEqual(['src/a.ts:1:1 - error TS1005: expected.', 'Found 1 error']);
  });

  it('reports once that there are none', () => {
    for (let check = 0; check < 3; check += 1) say('Found 0 errors. Watching for file changes.');
    expect(told).toEqual(['Found 0 errors']);
  });
});
