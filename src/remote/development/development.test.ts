import { createScopedI18n } from '@platform/remote-app/host';
import type { DevelopedEntry, SourceProblem } from '@platform/remote-app';
import { ref } from 'vue';
import { expect, it, vi } from 'vitest';
import { remoteMessages } from '../messages.ts';
import { createDevelopmentServers } from './development-servers.ts';
import { createDevelopment } from './development.ts';

const appOf = (code: string, entry: string) => ({ code, name: code, version: '1.0.0', entry, build: '1' });

function develop(place: () => () => void = () => () => {}) {
  const servers = createDevelopmentServers();
  const development = createDevelopment({
    servers,
    refresh: async () => {},
    styles: { place },
    texts: createScopedI18n(ref('en-US'), remoteMessages),
    nameOf: (code) => code,
  });
  const located: ((place: SourceProblem | undefined) => void)[] = [];
  const entry: DevelopedEntry = {
    develop: () => {},
    load: async () => ({}),
    locate: () => new Promise((resolve) => located.push(resolve)),
  };
  return { development, servers, entry, located };
}

it('design 5.4: attributes stacks to applications that are served from their sources', () => {
  const { servers } = develop();
  servers.mark([
    appOf('mine', 'http://localhost:5174/index.js?v=1.0.0'),
    appOf('other', '/remote-apps/other/index.js?v=1.0.0'),
  ]);
  expect(servers.ownerOf('Error\n at f (http://localhost:5174/src/views/List.vue:1:1)')).toBe('mine');
  expect(servers.ownerOf(`Error\n at f (${location.origin}/_shell/x.js:1:1)`)).toBeUndefined();
});

it('design 5.4: an error with a source position is not replaced by its consequences', async () => {
  const { development, entry, located } = develop();
  await development.connect('mine', entry);
  for (const message of ['at the source', 'of the framework']) development.thrown('mine', new Error(message));
  located[1]?.(undefined);
  await expect.poll(() => development.problems.get('mine')?.message).toBe('of the framework');
  located[0]?.({ message: 'at the source', file: 'src/index.ts', line: 3 });
  await expect.poll(() => development.problems.get('mine')?.message).toBe('at the source');
  development.dispose();
});

it('findings: applications 6: of two errors with source positions, the first thrown is shown', async () => {
  const { development, entry, located } = develop();
  await development.connect('mine', entry);
  for (const message of ['first', 'second']) development.thrown('mine', new Error(message));
  located[1]?.({ message: 'second', file: 'src/views/List.vue', line: 30 });
  await expect.poll(() => development.problems.get('mine')?.message).toBe('second');
  located[0]?.({ message: 'first', file: 'src/views/List.vue', line: 3 });
  await expect.poll(() => development.problems.get('mine')?.message).toBe('first');
  development.dispose();
});

it('does not show an error of an update that another one has replaced', async () => {
  const { development, entry, located } = develop();
  await development.connect('mine', entry);
  development.thrown('mine', new Error('stale'));
  development.hooksFor('mine').updating();
  development.thrown('mine', new Error('current'));
  located[0]?.({ message: 'stale', file: 'src/index.ts', line: 3 });
  located[1]?.(undefined);
  await expect.poll(() => development.problems.get('mine')?.message).toBe('current');
  development.dispose();
});

it('replaces a changed style sheet, and removes one that is gone', () => {
  const undo = [vi.fn(), vi.fn()];
  const place = vi.fn(() => undo[place.mock.calls.length - 1] as () => void);
  const hooks = develop(place).development.hooksFor('mine');
  hooks.style('a.css', 'p {}', '/');
  hooks.style('a.css', 'b {}', '/');
  expect(undo.map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  hooks.style('a.css', undefined, '/');
  expect(undo.map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});
