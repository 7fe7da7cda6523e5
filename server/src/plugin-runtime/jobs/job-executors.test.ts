import type { JobArgs } from '@platform/plugin-sdk/job';
import { describe, expect, it } from 'vitest';
import type { ApplicationAccess, ApplicationState } from '../contract/application-access.ts';
import { ApplicationTable } from '../contract/application-table.ts';
import { SourceMaps } from '../contract/source-maps.ts';
import { ApplicationJobs } from './application-jobs.ts';
import type { Job } from './collect-jobs.ts';
import { JobExecutors } from './job-executors.ts';

const version = (appCode: string, name: string, result: string) => {
  const job = { name, className: `cn.platform.${appCode}.A`, handler: { jobExecute: async () => result } };
  const jobs = new ApplicationJobs([job as unknown as Job], new SourceMaps({ text: () => undefined }));
  return { appCode, siblings: [], parts: { jobs } };
};
const args = { signal: new AbortController().signal } as unknown as JobArgs;
const accessOf = (state: ApplicationState): ApplicationAccess => ({ state: () => state, tenants: () => [] });

describe('job executors', () => {
  it('list and run the jobs of the serving versions', async () => {
    const table = new ApplicationTable<ReturnType<typeof version>>();
    const executors = new JobExecutors(table, () => undefined);
    expect(executors.find('clean', 't1')).toBeUndefined();
    table.put(version('crm', 'count', 'counted'));
    table.put(version('shop', 'clean', 'first'));
    expect(await executors.find('clean', 't1')?.(args)).toBe('first');
    table.put(version('shop', 'clean', 'second'));
    expect(await executors.find('clean', 't1')?.(args)).toBe('second');
    expect(executors.list().map(({ name, appCode }) => `${appCode}.${name}`)).toEqual([
      'crm.count',
      'shop.clean',
    ]);
  });

  it.each(['disabled', 'none'] as const)('find no job of an application that is %s', (state) => {
    const table = new ApplicationTable<ReturnType<typeof version>>();
    table.put(version('shop', 'clean', 'done'));
    expect(new JobExecutors(table, () => accessOf(state)).find('clean', 't1')).toBeUndefined();
    expect(new JobExecutors(table, () => accessOf('enabled')).find('clean', 't1')).toBeDefined();
  });
});
