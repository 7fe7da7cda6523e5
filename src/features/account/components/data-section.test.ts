import { uiServicesKey, type UiServices } from '@platform/remote-app';
import { createTestRuntime, createTestUiServices } from '@platform/remote-app/testing';
import { flushPromises, mount } from '@vue/test-utils';
import { createPinia } from 'pinia';
import { describe, expect, it, vi } from 'vitest';
import { createI18n } from 'vue-i18n';
import { createNotices, noticesKey } from '@/shared/feedback';
import { ApiError } from '@/shared/http';
import shared from '@/shared/i18n/messages/en-US';
import { sessionServiceKey } from '@/shared/session';
import type { AccountApi } from '../api/account-api.ts';
import messages from '../i18n/en-US.ts';
import DataSection from './DataSection.vue';
import PictureField from './PictureField.vue';

const stored = {
  ...{ userName: 'ada', nickName: 'Ada', email: null, phone: '1', avatar: '/prod-api/a.webp' },
  updateTime: '2026-11-28T10:00:00.000Z',
};

/** Names the field of a refusal, as the shell's own services do. */
function uiServices(): UiServices {
  const plain = createTestUiServices(createTestRuntime({ code: 'shell' }));
  return {
    ...plain,
    describeError: (error) => {
      const { field } = ((error as ApiError).details ?? {}) as { field?: string };
      const text = plain.describeError(error);
      return field ? { ...text, fields: [{ name: field, message: text.message }] } : text;
    },
  };
}

function surroundings(personChanged = vi.fn(async () => undefined), locale = 'en-US') {
  const i18n = createI18n({
    legacy: false,
    locale,
    messages: { [locale]: { account: messages, shared } },
  });
  const provide = {
    [uiServicesKey as symbol]: uiServices(),
    [noticesKey as symbol]: createNotices(),
    [sessionServiceKey as symbol]: { personChanged },
  };
  return { plugins: [createPinia(), i18n], provide };
}

async function section(
  edit = vi.fn(async (_change: object): Promise<void> => undefined),
  { nickName, locale } = { nickName: stored.nickName, locale: 'en-US' },
) {
  const avatar = { replace: vi.fn(async () => undefined), remove: vi.fn(async () => undefined) };
  const api = {
    profile: { get: async () => ({ ...stored, nickName }), edit },
    avatar,
  } as unknown as AccountApi;
  const personChanged = vi.fn(async () => undefined);
  const wrapper = mount(DataSection, {
    props: { api },
    attachTo: document.body,
    global: surroundings(personChanged, locale),
  });
  await flushPromises();
  const field = (type: string) => wrapper.get(`form input[autocomplete="${type}"]`);
  return { wrapper, edit, avatar, personChanged, field };
}

describe('design 12: the own profile', () => {
  it('is changed, and the shell follows', async () => {
    const { wrapper, edit, personChanged, field } = await section();
    await field('name').setValue(' Ada L. ');
    await field('email').setValue('ada@example.org');
    await wrapper.get('form').trigger('submit');
    await flushPromises();
    const change = { nickName: 'Ada L.', email: 'ada@example.org', phone: '1' };
    expect(edit).toHaveBeenCalledWith({ ...change, updateTime: stored.updateTime });
    expect(personChanged).toHaveBeenCalledOnce();
    wrapper.unmount();
  });

  it('has the face of the name that the shell shows', async () => {
    const { wrapper } = await section(undefined, { nickName: 'Administrator', locale: 'zh-CN' });
    expect(wrapper.getComponent(PictureField).props('name')).toBe('管理员');
    wrapper.unmount();
  });

  it('shows what an administrator has changed meanwhile, and saves what is chosen', async () => {
    const updateTime = '2026-11-28T10:05:00.000Z';
    const details = {
      record: { ...stored, nickName: 'Ada of sales', phone: '2', updateTime },
      changedBy: 'Root',
      changedAt: updateTime,
    };
    const refusal = new ApiError({ code: 'CHANGED_MEANWHILE', status: 409, message: 'Changed.', details });
    const edit = vi.fn(async (_change: object): Promise<void> => undefined).mockRejectedValueOnce(refusal);
    const { wrapper, field } = await section(edit);
    await field('name').setValue('Ada L.');
    await wrapper.get('form').trigger('submit');
    await flushPromises();
    expect(wrapper.get('form').text()).toContain('Ada of sales');
    expect(field('tel').element).toHaveProperty('value', '2');
    await wrapper.get('form').trigger('submit');
    await flushPromises();
    expect(edit).toHaveBeenLastCalledWith({ nickName: 'Ada L.', email: '', phone: '2', updateTime });
    expect(wrapper.get('form').text()).not.toContain('Ada of sales');
    wrapper.unmount();
  });

  it('finding 10: says under each field what is wrong, and sends nothing', async () => {
    const { wrapper, edit, field } = await section();
    await field('name').setValue(' ');
    await field('email').setValue('ada');
    await field('tel').setValue('call me');
    await wrapper.get('form').trigger('submit');
    await vi.waitFor(() => expect(wrapper.findAll('.el-form-item__error')).toHaveLength(3));
    expect(wrapper.findAll('.el-form-item__error').map((error) => error.text())).toEqual([
      'Enter your name.',
      'Write an address such as ada@example.org.',
      'Write digits, spaces, + - and brackets only.',
    ]);
    expect(edit).not.toHaveBeenCalled();
    wrapper.unmount();
  });

  it('marks and focuses the field that the host refuses', async () => {
    const details = { field: 'phone' };
    const refusal = new ApiError({ code: 'VALUE_REFUSED', status: 400, message: 'Not this one.', details });
    const { wrapper, field } = await section(vi.fn(() => Promise.reject(refusal)));
    await wrapper.get('form').trigger('submit');
    await vi.waitFor(() => expect(document.activeElement).toBe(field('tel').element));
    expect(wrapper.findAll('.is-error input').map(({ element }) => element)).toEqual([field('tel').element]);
    wrapper.unmount();
  });

  it('has a picture that is squared before it is sent, and is removed', async () => {
    const { wrapper, avatar, personChanged } = await section();
    const picture = wrapper.getComponent(PictureField);
    const file = new File(['x'], 'me.png', { type: 'image/png' });
    const choose = async (square: () => Promise<Blob>) => {
      const alone = mount(PictureField, {
        props: { api: { avatar } as unknown as AccountApi, name: 'Ada', avatar: null, square },
        global: surroundings(),
      });
      Object.defineProperty(alone.get('input').element, 'files', { value: [file], configurable: true });
      await alone.get('input').trigger('change');
      await flushPromises();
      return alone;
    };
    const square = new Blob(['square']);
    expect((await choose(async () => square)).emitted('changed')).toHaveLength(1);
    expect(avatar.replace).toHaveBeenCalledWith(square);
    const failed = await choose(() => Promise.reject(new Error('InvalidStateError')));
    expect(failed.text()).toContain('This file is no picture that your browser can show.');
    expect(avatar.replace).toHaveBeenCalledOnce();
    await picture.get('button').trigger('click');
    await flushPromises();
    expect(avatar.remove).toHaveBeenCalledOnce();
    expect(personChanged).toHaveBeenCalledOnce();
    wrapper.unmount();
  });
});
