import { describe, expect, it } from 'vitest';
import { RecentWork } from './recent-work.ts';

describe('design 10.7-4: recent work', () => {
  it('tells in whose synchronous work the process is, through calls of one to another', () => {
    const work = new RecentWork(() => []);
    const turns: Array<string | undefined> = [];
    work.enter('before');
    work.leave();
    work.onTurn((appCode) => turns.push(appCode));
    work.enter('crm');
    work.enter('shop');
    work.leave();
    work.leave();
    expect(turns).toEqual(['crm', 'shop', 'crm', undefined]);
  });

  it('has each application once since the last look, and those with requests under way', () => {
    const work = new RecentWork(() => ['slow']);
    const entered: string[] = [];
    work.onEntry((appCode) => entered.push(appCode));
    for (const appCode of ['crm', 'crm', 'shop']) {
      work.enter(appCode);
      work.leave();
    }
    expect(entered).toEqual(['crm', 'shop']);
    expect(work.take()).toEqual(['crm', 'shop', 'slow']);
    expect(work.take()).toEqual(['slow']);
  });
});
