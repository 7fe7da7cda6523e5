import { hostContracts } from '@platform/host-api';
import { expect, it } from 'vitest';
import { inRoot } from './lib/paths.ts';

it('design 12: each operation of the host has a summary in Chinese, and nothing else has', async () => {
  const file = inRoot('src/features/docs/model/chinese-summaries.ts');
  const { chineseSummaries } = (await import(file)) as { chineseSummaries: Record<string, string> };
  const summaries = hostContracts.flatMap(({ summary }) => summary ?? []);
  expect(Object.keys(chineseSummaries).toSorted()).toEqual([...new Set(summaries)].toSorted());
});
