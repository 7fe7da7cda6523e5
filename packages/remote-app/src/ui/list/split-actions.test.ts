// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { RowAction } from './row-action.ts';
import { splitActions } from './split-actions.ts';

const action = (key: string, patch: Partial<RowAction> = {}): RowAction => ({
  key,
  label: key,
  run: () => undefined,
  ...patch,
});
const keys = (actions: readonly RowAction[]) => actions.map(({ key }) => key).join(' ');
const split = (...actions: RowAction[]) => {
  const { inSight, inMenu } = splitActions(actions);
  return [keys(inSight), keys(inMenu)];
};

describe("findings: interface 16, 23: hides dangerous and rare actions in the row's menu", () => {
  it('shows two, or the first of several', () => {
    expect(split(action('a'), action('b'))).toEqual(['a b', '']);
    expect(split(action('a'), action('b'), action('c'))).toEqual(['a', 'b c']);
    expect(split(action('a'), action('b', { when: false }), action('c'))).toEqual(['a c', '']);
  });

  it('keeps removals and rare actions in the menu in every case', () => {
    expect(split(action('edit'), action('remove', { danger: true }))).toEqual(['edit', 'remove']);
    expect(split(action('revoke', { danger: true }))).toEqual(['', 'revoke']);
    expect(split(action('deploy', { rare: true }), action('restore'))).toEqual(['restore', 'deploy']);
    expect(split(action('deploy', { rare: true }), action('a'), action('b'))).toEqual(['a', 'deploy b']);
  });
});
