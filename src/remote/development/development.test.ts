import { createScopedI18n } from '@platform/remote-app/host';
import type { DevelopedEntry, SourceProblem } from '@platform/remote-app';
import { ref } from 'vue';
import { expect, it } from 'vitest';
import { remoteMessages } from '../messages.ts';
import { createDevelopment } from './development.ts';

const appOf = (code: string, entry: string) => ({ code, name: code, version: '1.0.0', entry, build: '1' });

function develop() {
  const development = createDevelopment({
    refresh: async () => {},
    styles: { place: () => () => {} },
    texts: createScopedI18n(ref('en-US'), remoteMessages),
    nameOf: (code) => code,
  });
  const located: ((place: SourceProblem | undefined) => void)[] = [];
  const entry: DevelopedEntry = {
    develop: () => {},
    load: async () => ({}),
    locate: () => new Promise((resolve) => located.push(resolve)),
  };
  return { development, entry, located };
}

it('design 5.4: knows the applications that are served from their sources by their stacks', () => {
  const { development } = develop();
  development.mark([
    appOf('mine', 'http://localhost:5174/index.js?v=1.0.0'),
    appOf('other', '/remote-apps/other/index.js?v=1.0.0'),
  ]);
  expect(development.ownerOf('Error\n at f (http://localhost:5174/src/views/List.vue:1:1)')).toBe('mine');
  expect(development.ownerOf(`Error\n at f (${location.origin}/_shell/x.js:1:1)`)).toBeUndefined();
});

it('design 5.4: what follows from an error does not take the place of the one that leads to a source', async () => {
  const { development, entry, located } = develop();
  await development.connect('mine', entry);
  for (const message of ['at the source', 'of the framework']) development.thrown('mine', new Error(message));
  located[1]?.(undefined);
  await expect.poll(() => development.problems.get('mine')?.message).toBe('of the framework');
  located[0]?.({ message: 'at the source', file: 'src/index.ts', line: 3 });
  await expect.poll(() => development.problems.get('mine')?.message).toBe('at the source');
  development.dispose();
});

it('findings: applications 6: of two errors that lead to sources, the first is shown, whichever is found first', async () => {
  const { development, entry, located } = develop();
  await development.connect('mine', entry);
  for (const message of ['first', 'second']) development.thrown('mine', new Error(message));
  located[1]?.({ message: 'second', file: 'src/views/List.vue', line: 30 });
  await expect.poll(() => development.problems.get('mine')?.message).toBe('second');
  located[0]?.({ message: 'first', file: 'src/views/List.vue', line: 3 });
  await expect.poll(() => development.problems.get('mine')?.message).toBe('first');
  development.dispose();
});
