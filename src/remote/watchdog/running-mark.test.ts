// @vitest-environment node
import { expect, it } from 'vitest';
import { memoryStorage } from '../testing/memory-storage.ts';
import { createRunningMark, readOtherMarks } from './running-mark.ts';

const app = (code: string) => ({ code, entry: `/${code}` });

it('design 16-24: a view that leaves twice keeps the mark of the others', () => {
  const storage = memoryStorage();
  const mark = createRunningMark(storage, 'this');
  const leave = mark.show(app('hello'));
  mark.show(app('member'));
  leave();
  leave();
  expect(mark.visible).toEqual([app('member')]);
  expect([...readOtherMarks(storage, 'other').values()]).toEqual([[app('member')]]);
});
