import { uiServicesKey } from '@platform/remote-app';
import { createTestRuntime, createTestUiServices } from '@platform/remote-app/testing';
import { flushPromises, mount } from '@vue/test-utils';
import { createPinia } from 'pinia';
import { describe, expect, it, vi } from 'vitest';
import { createI18n } from 'vue-i18n';
import { createNotices, noticesKey } from '@/shared/feedback';
import { httpKey, type HttpClient } from '@/shared/http';
import shared from '@/shared/i18n/messages/en-US';
import { nowKey, startClock } from '@/shared/page';
import messages from '../i18n/en-US.ts';
import { useNoticesStore } from '../model/notices-store.ts';
import NoticeBell from './NoticeBell.vue';
import NoticePanel from './NoticePanel.vue';

const row = { content: 'Order 7', level: 'success', appCode: 'mall', createTime: '2026-01-31T08:00:00.000Z' };
const rows = [
  { ...row, noticeId: 2, title: 'Paid', link: '/mall/order', readTime: null },
  { ...row, noticeId: 1, title: 'Shipped', link: null, readTime: '2026-01-31T09:00:00.000Z' },
];

function mounted(component: object, summary: object, list = rows, props = {}) {
  const http = {
    get: vi.fn(async () => summary),
    list: vi.fn(async () => ({ rows: list, total: list.length })),
    put: vi.fn(async () => undefined),
    delete: vi.fn(async () => ({ changed: 1 })),
  };
  const pinia = createPinia();
  const i18n = createI18n({
    legacy: false,
    locale: 'en-US',
    messages: { 'en-US': { notices: messages, shared } },
  });
  const wrapper = mount(component, {
    props,
    attachTo: document.body,
    global: {
      plugins: [pinia, i18n],
      provide: {
        [httpKey as symbol]: http as unknown as HttpClient,
        [nowKey as symbol]: startClock().now,
        [noticesKey as symbol]: createNotices(),
        [uiServicesKey as symbol]: createTestUiServices(createTestRuntime({ code: 'shell' })),
      },
      stubs: {
        SideDrawer: { template: '<section><slot /></section>' },
        RouterLink: { props: ['to'], template: '<a :href="to"><slot /></a>' },
      },
    },
  });
  return { wrapper, http, store: useNoticesStore(pinia) };
}
const summary = (unread: number) => ({ available: true, reason: null, unread });

describe('the bell', () => {
  it.each([
    [0, 'Notices', undefined],
    [3, 'Notices, 3 unread', '3'],
    [1, 'Notices, 1 unread', '1'],
    [99, 'Notices, 99 unread', '99'],
    [120, 'Notices, 120 unread', '99+'],
  ])('shows %i unread notices to the eye and to screen readers', async (unread, label, badge) => {
    const { wrapper } = mounted(NoticeBell, summary(unread));
    await flushPromises();
    expect(wrapper.get('button').attributes('aria-label')).toBe(label);
    expect(wrapper.find('.bell__badge').exists() ? wrapper.get('.bell__badge').text() : undefined).toBe(
      badge,
    );
  });

  it('follows new notices', async () => {
    const { wrapper, http, store } = mounted(NoticeBell, summary(0));
    await flushPromises();
    http.get.mockResolvedValue(summary(1));
    store.changed();
    await flushPromises();
    expect(wrapper.get('[role="status"]').text()).toBe('1 unread notice');
  });

  it('reports an unavailable message center, and keeps its number while requests fail', async () => {
    const { wrapper, http, store } = mounted(NoticeBell, { available: false, reason: 'none', unread: 2 });
    await flushPromises();
    expect(wrapper.get('button').attributes('aria-label')).toBe('Notices (unavailable)');
    http.get.mockRejectedValue(new Error('offline'));
    store.changed();
    await flushPromises();
    expect(wrapper.get('.bell__badge').text()).toBe('2');
  });

  it('asks at once, and again each minute', async () => {
    vi.useFakeTimers();
    try {
      const { wrapper, http } = mounted(NoticeBell, summary(0));
      expect(http.get).toHaveBeenCalledOnce();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(http.get).toHaveBeenCalledTimes(2);
      wrapper.unmount();
    } finally {
      vi.useRealTimers();
    }
  });

  it('opens the panel, and tells screen readers so', async () => {
    const { wrapper, http } = mounted(NoticeBell, summary(1));
    await flushPromises();
    const button = wrapper.get('button.bell');
    expect(button.attributes('aria-expanded')).toBe('false');
    expect(http.list).not.toHaveBeenCalled();
    expect(wrapper.get('button.bell svg').classes()).not.toContain('lucide-bell-off');
    await button.trigger('click');
    expect(button.attributes('aria-expanded')).toBe('true');
    await vi.waitFor(() => expect(http.list).toHaveBeenCalled());
    wrapper.unmount();
  });
});

describe('the panel', () => {
  it('shows notices; a click on a title marks it as read and opens its link', async () => {
    const { wrapper, http } = mounted(NoticePanel, summary(1), rows, { modelValue: true });
    await flushPromises();
    expect(wrapper.findAll('li').map((item) => item.get('[data-notice-title]').text())).toEqual([
      'Paid',
      'Shipped',
    ]);
    await wrapper.get('a[href="/mall/order"]').trigger('click');
    expect(http.put).toHaveBeenCalledWith('/system/message/2/read');
    expect(wrapper.emitted('update:modelValue')?.at(-1)).toEqual([false]);
  });

  it.each([
    [0, 0, true],
    [1, 0, false],
    [0, 1, false],
  ])('offers to mark all as read with %i counted and %i quiet ones', async (unread, quiet, disabled) => {
    const counts = { ...summary(unread), quiet };
    const { wrapper } = mounted(NoticePanel, counts, rows, { modelValue: true });
    await openAgain(wrapper);
    expect(wrapper.get<HTMLButtonElement>('.panel__all').element.disabled).toBe(disabled);
    wrapper.unmount();
  });

  it('moves between notices by arrow keys', async () => {
    const { wrapper } = mounted(NoticePanel, summary(1), rows, { modelValue: true });
    await flushPromises();
    const [first, second] = wrapper.findAll('[data-notice-title]');
    (first?.element as HTMLElement | undefined)?.focus();
    await wrapper.get('ul').trigger('keydown', { key: 'ArrowDown' });
    expect(document.activeElement).toBe(second?.element);
    await wrapper.get('ul').trigger('keydown', { key: 'ArrowUp' });
    expect(document.activeElement).toBe(first?.element);
  });

  it('has texts for an empty list and an unavailable center', async () => {
    const { wrapper } = mounted(NoticePanel, { available: false, reason: 'none', unread: 0 }, [], {
      modelValue: true,
    });
    await openAgain(wrapper);
    expect(wrapper.text()).toContain('The message center is unavailable');
    expect(wrapper.text()).toContain('No notices');
    await wrapper.findAll('[aria-pressed]')[1]?.trigger('click');
    await flushPromises();
    expect(wrapper.text()).toContain('Nothing unread');
  });
});

async function openAgain(wrapper: ReturnType<typeof mounted>['wrapper']): Promise<void> {
  await wrapper.setProps({ modelValue: false } as object);
  await wrapper.setProps({ modelValue: true } as object);
  await flushPromises();
}
