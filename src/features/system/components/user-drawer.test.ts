import { uiServicesKey } from '@platform/remote-app';
import { createTestRuntime, createTestUiServices } from '@platform/remote-app/testing';
import { flushPromises, mount } from '@vue/test-utils';
import { createPinia } from 'pinia';
import { expect, it, vi } from 'vitest';
import { createI18n } from 'vue-i18n';
import { httpKey, type HttpClient } from '@/shared/http';
import shared from '@/shared/i18n/messages/en-US';
import messages from '../i18n/en-US.ts';
import UserDrawer from './UserDrawer.vue';

async function drawer() {
  const i18n = createI18n({
    legacy: false,
    locale: 'en-US',
    messages: { 'en-US': { system: messages, shared } },
  });
  const post = vi.fn(async () => ({ userId: 7 }));
  const wrapper = mount(UserDrawer, {
    props: { modelValue: true, user: undefined, roles: [], depts: [], posts: [] },
    attachTo: document.body,
    global: {
      plugins: [createPinia(), i18n],
      provide: {
        [uiServicesKey as symbol]: createTestUiServices(createTestRuntime({ code: 'shell' })),
        [httpKey as symbol]: { post } as unknown as HttpClient,
      },
    },
  });
  await flushPromises();
  const form = document.querySelector('.el-drawer form') as HTMLFormElement;
  const item = (label: string) => {
    const found = [...form.querySelectorAll('.el-form-item')].find(
      (one) => one.querySelector('.el-form-item__label')?.textContent === label,
    );
    if (!found) throw new Error(`There is no field ${label}.`);
    return found;
  };
  function type(label: string, text: string) {
    const input = item(label).querySelector('input') as HTMLInputElement;
    input.value = text;
    input.dispatchEvent(new Event('input'));
  }
  return { wrapper, post, form, item, type };
}

it('finding 10: a user form marks what it needs, and says under each field what is wrong', async () => {
  const { wrapper, post, form, item, type } = await drawer();
  expect(form.querySelectorAll('.is-required')).toHaveLength(2);
  const save = document.querySelector<HTMLButtonElement>('.el-drawer .submit-button');
  expect(save?.disabled).toBe(false);
  type('User name', 'x');
  type('Email', 'ada@');
  type('Phone', 'ring');
  form.requestSubmit();
  await vi.waitFor(() => expect(form.querySelectorAll('.el-form-item__error')).toHaveLength(4));
  const errorOf = (label: string) => item(label).querySelector('.el-form-item__error')?.textContent?.trim();
  expect(errorOf('Email')).toBe('Write an address such as ada@example.org.');
  expect(errorOf('Name')).toBe('Enter something here.');
  expect(post).not.toHaveBeenCalled();

  for (const [label, text] of [
    ['User name', 'ada'],
    ['Name', 'Ada'],
    ['Email', 'ada@example.org'],
    ['Phone', '+86 1'],
  ] as const)
    type(label, text);
  form.requestSubmit();
  await vi.waitFor(() => expect(post).toHaveBeenCalledOnce());
  expect(post.mock.calls[0]).toMatchObject(['/system/user', { userName: 'ada', email: 'ada@example.org' }]);
  wrapper.unmount();
});
