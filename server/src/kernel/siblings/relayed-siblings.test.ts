import { PlatformError } from '@platform/plugin-sdk/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { SiblingGroup, type GroupMember } from '../testing/sibling-group.ts';
import { question } from './siblings.ts';

const sum = question<readonly number[], number>('sum', 60_000);

describe('design 11.8-10: the workers of one machine', () => {
  let group: SiblingGroup;
  let asking: GroupMember;
  let second: GroupMember;
  let third: GroupMember;
  beforeEach(() => {
    group = new SiblingGroup();
    [asking, second, third] = [group.join(), group.join(), group.join()];
    for (const { siblings } of [second, third])
      siblings.answer(sum, (numbers) => numbers.reduce((total, each) => total + each, 0));
  });

  it('answer each other', async () => {
    const { answered, missing } = await asking.siblings.ask(sum, [1, 2]);
    expect(answered.map(({ worker, answer }) => [worker.number, answer])).toEqual([
      [2, 3],
      [3, 3],
    ]);
    expect(missing).toEqual([]);
    expect(await asking.siblings.askOne(second.siblings.own, sum, [4])).toBe(4);
  });

  it('leave one out that is blocked, and name it', async () => {
    group.blocked.add(second.siblings.own.token);
    const brief = { ...sum, limitMs: 2_000 };
    const { answered, missing } = await asking.siblings.ask(brief, [1]);
    expect(answered.map(({ worker }) => worker.number)).toEqual([3]);
    expect(missing).toEqual([second.siblings.own]);
    await expect(
      asking.siblings.askOne(second.siblings.own, { ...sum, limitMs: 10 }, [1]),
    ).rejects.toMatchObject({
      code: 'WORKER_SILENT',
      status: 503,
      message: 'Worker 2 of this machine does not answer.',
    });
  });

  it('do not wait for one that ends', async () => {
    const never = question<null, null>('never', 60_000);
    second.siblings.answer(never, () => new Promise(() => undefined));
    const asked = asking.siblings.askOne(second.siblings.own, never, null);
    let changes = 0;
    asking.siblings.onChange(() => (changes += 1));
    second.end();
    await expect(asked).rejects.toMatchObject({ code: 'WORKER_SILENT' });
    expect(changes).toBe(1);
    expect(asking.siblings.others).toEqual([third.siblings.own]);
  });

  it('name one that does not answer a question, such as while it starts', async () => {
    const starting = group.join();
    expect((await asking.siblings.ask(sum, [])).missing).toEqual([starting.siblings.own]);
  });

  it('pass errors on with code, status and fix', async () => {
    const busy = question<null, null>('busy', 60_000);
    second.siblings.answer(busy, () => {
      throw new PlatformError({ code: 'BUSY', status: 429, message: 'Busy.', fix: 'Wait.' });
    });
    await expect(asking.siblings.askOne(second.siblings.own, busy, null)).rejects.toMatchObject({
      code: 'BUSY',
      status: 429,
      message: 'Busy.',
      fix: 'Wait.',
    });
    const large = question<null, string>('large', 60_000);
    second.siblings.answer(large, () => 'x'.repeat(9_000_000));
    await expect(asking.siblings.askOne(second.siblings.own, large, null)).rejects.toThrow('too large');
  });

  it('agree on the eldest, also when it has ended', () => {
    expect(third.siblings.eldest).toEqual(asking.siblings.own);
    asking.end();
    expect(third.siblings.eldest).toEqual(second.siblings.own);
    expect(second.siblings.eldest).toEqual(second.siblings.own);
  });
});
