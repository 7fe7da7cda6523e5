// @vitest-environment node
import { expect, it } from 'vitest';
import changelog from '../../../../CHANGELOG.md?raw';
import { releasesOf } from './changes.ts';

it('reads versions, their changes and emphasis', () => {
  const [next, first] = releasesOf(
    '# Changelog\n\nAll.\n\n## Unreleased\n\n### Hosts\n\n- **System** has `x`, see [docs](a/b.md).\n- Two.\n\n### Security\n\n- Three.\n\n## 1.0.0\n\nThe first release.\n',
  );
  expect(next?.title).toBe('Unreleased');
  expect(next?.areas.map(({ title, changes }) => [title, changes.length])).toEqual([
    ['Hosts', 2],
    ['Security', 1],
  ]);
  expect(next?.areas[0]?.changes[0]).toEqual([
    { kind: 'strong', text: 'System' },
    { kind: 'text', text: ' has ' },
    { kind: 'code', text: 'x' },
    { kind: 'text', text: ', see docs.' },
  ]);
  expect(first).toMatchObject({
    title: '1.0.0',
    areas: [{ title: '', changes: [], text: [{ text: 'The first release.' }] }],
  });
});

it('reads the changelog of the platform', () => {
  const releases = releasesOf(changelog);
  expect(releases.at(-1)?.title).toBe('1.0.0');
  expect(releases.every(({ areas }) => areas.length > 0)).toBe(true);
});
