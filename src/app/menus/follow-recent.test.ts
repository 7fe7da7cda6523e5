// @vitest-environment node
import { expect, it } from 'vitest';
import { followRecent } from './follow-recent.ts';

it('remembers the latest pages of the menu, each once', () => {
  let went: (to: { name?: unknown }, from: object, failure?: unknown) => void = () => undefined;
  const preferences = { recentPages: ['b', 'a'] };
  followRecent(
    { afterEach: (hook) => ((went = hook as never), () => undefined) },
    { nodeOf: (key) => (key === 'login' ? undefined : ({ menuKey: key } as never)) },
    preferences,
  );
  went({ name: 'a' }, {});
  went({ name: 'login' }, {});
  went({ name: 'c' }, {}, new Error('aborted'));
  expect(preferences.recentPages).toEqual(['a', 'b']);
  for (const name of ['1', '2', '3', '4', '5', '6', '7', '8', '9']) went({ name }, {});
  expect(preferences.recentPages).toHaveLength(8);
  expect(preferences.recentPages[0]).toBe('9');
});
