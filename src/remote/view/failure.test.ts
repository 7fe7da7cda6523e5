// @vitest-environment node
import { createScopedI18n } from '@platform/remote-app/host';
import { ref } from 'vue';
import { describe, expect, it } from 'vitest';
import { RemoteError, type RemoteErrorInit } from '../errors.ts';
import { remoteMessages } from '../messages.ts';
import { describeFailure, detailsAsText } from './failure.ts';

const describeIn = (locale: string, init: Partial<RemoteErrorInit>, mayManage?: boolean) =>
  describeFailure(
    new RemoteError({
      code: 'REMOTE_ENTRY_FAILED',
      stage: 'entry',
      app: 'hello',
      message: '/x answered 404',
      ...init,
    }),
    'Hello',
    createScopedI18n(ref(locale), remoteMessages),
    new Date('2026-11-21T09:00:00Z'),
    mayManage,
  );

describe('the text of an error page', () => {
  it('states what happened, why, and what to do', () => {
    const { happened, cause, fix } = describeIn('en-US', {});
    expect(happened).toBe('Hello could not be shown: its entry file could not be loaded.');
    expect(cause).toBe('/x answered 404');
    expect(fix).toMatch(/administrator/);
    expect(describeIn('en-US', { transient: true }).fix).toBe('Check the connection and try again.');
  });

  it('exists in Chinese', () => {
    expect(describeIn('zh-CN', {}).happened).toBe('无法显示 Hello：入口文件加载失败。');
  });

  it('is specific for disabled, incompatible and late applications', () => {
    expect(describeIn('en-US', { code: 'REMOTE_NOT_AVAILABLE' }).happened).toBe(
      'Hello is not available to you.',
    );
    expect(describeIn('en-US', { code: 'REMOTE_INCOMPATIBLE' }).happened).toMatch(/is not compatible/);
    expect(describeIn('en-US', { code: 'REMOTE_TIMEOUT' }).happened).toBe(
      'Hello took too long: Loading the entry file.',
    );
  });

  it('says in plain words who has switched an application off, and whom to ask', () => {
    const error = {
      code: 'REMOTE_NOT_AVAILABLE',
      message: '"hello" is not installed for this tenant, is disabled, or has no frontend',
    } as const;
    const { why, cause, fix, details } = describeIn('en-US', error);
    expect(why).toBe('An administrator has switched the application off, or removed it.');
    expect(cause, 'only in the details').toBeUndefined();
    expect(fix).toMatch(/^If you need it, ask the administrator/);
    expect(details).toContainEqual({ label: 'Cause', value: error.message });
    expect(describeIn('en-US', error, true).fix).toMatch(/^You may switch it on/);
  });

  it('offers what helps: a retry, an admission, or nothing', () => {
    const offers = (code: RemoteErrorInit['code']): unknown[] => {
      const { retryable, retry } = describeIn('en-US', { code });
      return [retryable, retry];
    };
    expect(offers('REMOTE_ENTRY_FAILED')).toEqual([true, 'retry']);
    expect(offers('REMOTE_LEFT_OUT')).toEqual([true, 'readmit']);
    for (const code of ['REMOTE_INCOMPATIBLE', 'REMOTE_NOT_AVAILABLE', 'REMOTE_QUARANTINED'] as const)
      expect(offers(code), code).toEqual([false, 'retry']);
  });

  it('is copied with all details', () => {
    expect(detailsAsText(describeIn('en-US', { status: 404, requestId: 'req-1' })).split('\n')).toEqual([
      'Hello could not be shown: its entry file could not be loaded.',
      'Application: hello',
      'Stage: Loading the entry file',
      'Cause: /x answered 404',
      'Code: REMOTE_ENTRY_FAILED',
      'HTTP status: 404',
      'Request id: req-1',
      'Time: 2026-11-21T09:00:00.000Z',
    ]);
  });

  it('has the same keys in both languages', () => {
    const keys = (tree: object): string[] =>
      Object.entries(tree).flatMap(([key, value]) =>
        typeof value === 'object' ? keys(value as object).map((k) => `${key}.${k}`) : [key],
      );
    expect(keys(remoteMessages['zh'] ?? {})).toEqual(keys(remoteMessages['en'] ?? {}));
  });
});
