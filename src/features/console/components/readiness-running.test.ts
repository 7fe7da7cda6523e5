import { uiServicesKey } from '@platform/remote-app';
import { createTestRuntime, createTestUiServices } from '@platform/remote-app/testing';
import { flushPromises, mount } from '@vue/test-utils';
import { createPinia } from 'pinia';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createI18n } from 'vue-i18n';
import { httpKey, type HttpClient } from '@/shared/http';
import shared from '@/shared/i18n/messages/en-US';
import messages from '../i18n/en-US.ts';
import ReadinessRunning from './ReadinessRunning.vue';

function running(answer: () => Promise<unknown>) {
  const get = vi.fn(answer);
  const i18n = createI18n({
    legacy: false,
    locale: 'en-US',
    messages: { 'en-US': { console: messages, shared } },
  });
  const provide = {
    [httpKey as symbol]: { get } as unknown as HttpClient,
    [uiServicesKey as symbol]: createTestUiServices(createTestRuntime({ code: 'shell' })),
  };
  const wrapper = mount(ReadinessRunning, { global: { plugins: [createPinia(), i18n], provide } });
  return { wrapper, get, bar: () => wrapper.get('[role=progressbar]') };
}

describe('a running check of signatures', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('shows the progress, and stops requests once it is closed', async () => {
    let done = 12;
    const { wrapper, get, bar } = running(async () => ({ done: (done += 6), total: 72 }));
    await flushPromises();
    expect(bar().attributes('aria-valuenow')).toBe('25');
    expect(wrapper.text()).toContain('18 of 72 versions');
    await vi.advanceTimersByTimeAsync(800);
    expect(wrapper.text()).toContain('24 of 72 versions');
    wrapper.unmount();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(get).toHaveBeenCalledTimes(2);
  });

  it('never goes back, and shows the elapsed time when the progress is unknown', async () => {
    const answers = [{ done: 3, total: 4 }, null, { done: 1, total: 4 }];
    const { wrapper, bar } = running(async () => answers.shift() ?? Promise.reject(new Error('offline')));
    await flushPromises();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(wrapper.text()).toContain('3 of 4 versions');
    expect(bar().attributes('aria-valuenow')).toBe('75');

    const alone = running(async () => null);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(alone.bar().attributes('aria-valuenow')).toBeUndefined();
    expect(alone.wrapper.get('.progress__words .muted').text()).toMatch(/\d+ s/);
  });
});
