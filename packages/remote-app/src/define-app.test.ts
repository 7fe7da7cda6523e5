import { describe, expect, it } from 'vitest';
import { defineApp } from './define-app.ts';
import { createRuntimeHolder } from './runtime-holder.ts';
import { createTestRuntime } from './testing/index.ts';

describe('defineApp', () => {
  it('merges messages before setup runs, and returns manifest and views', async () => {
    const runtime = createTestRuntime({ code: 'hello' });
    let greeting = '';
    const views = { list: { render: () => null } };
    const install = defineApp({
      messages: { en: { greet: 'Hi {name}' } },
      views,
      setup: ({ i18n }) => void (greeting = i18n.t('greet', { name: 'Ada' })),
    });
    expect(await install(runtime)).toEqual({ manifest: { code: 'hello', version: '1.0.0' }, views });
    expect(greeting).toBe('Hi Ada');
  });

  it('awaits an asynchronous setup and passes its failure on', async () => {
    const install = defineApp({ views: {}, setup: () => Promise.reject(new Error('no connection')) });
    await expect(Promise.resolve(install(createTestRuntime({ code: 'hello' })))).rejects.toThrow(
      'no connection',
    );
  });
});

describe('createRuntimeHolder', () => {
  it('explains that the runtime is used too early', () => {
    const { holdRuntime, useRuntime } = createRuntimeHolder();
    expect(useRuntime).toThrow(/Call `holdRuntime\(runtime\)` in `setup`/);
    const runtime = createTestRuntime({ code: 'hello' });
    holdRuntime(runtime);
    expect(useRuntime()).toBe(runtime);
  });
});
