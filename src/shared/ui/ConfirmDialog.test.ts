import { flushPromises } from '@vue/test-utils';
import { afterEach, describe, expect, it } from 'vitest';
import { ref } from 'vue';
import { createMemoryHistory, createRouter, routerKey } from 'vue-router';
import { createConfirmService } from '../feedback/index.ts';
import { ApiError } from '../http/index.ts';
import { mountShared } from '../testing/mount-shared.ts';
import ConfirmDialog from './ConfirmDialog.vue';

afterEach(() => {
  document.body.innerHTML = '';
  localStorage.clear();
});

describe('ConfirmDialog', () => {
  const submit = () => document.querySelector<HTMLButtonElement>('.submit-button');
  const press = async () => {
    document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
    await flushPromises();
  };

  it('requires the typed code when data is lost', async () => {
    const service = createConfirmService();
    mountShared(ConfirmDialog, { props: { service } });
    const answer = service.ask({
      title: 'Remove hello?',
      action: 'Remove hello',
      danger: true,
      typed: 'hello',
    });
    await flushPromises();
    expect(submit()?.disabled).toBe(true);
    const field = document.querySelector<HTMLInputElement>('.confirm input');
    if (field) field.value = 'hello';
    field?.dispatchEvent(new Event('input'));
    await flushPromises();
    expect(submit()?.disabled).toBe(false);
    await press();
    expect(await answer).toBe(true);
  });

  it('stays open with the reason when the work fails', async () => {
    const service = createConfirmService();
    mountShared(ConfirmDialog, { props: { service } });
    const broken = ref(true);
    const answer = service.ask({
      title: 'Disable hello?',
      action: 'Disable hello',
      run: async () => {
        if (broken.value)
          throw new ApiError({ code: 'APP_BUSY', status: 409, message: 'hello is being upgraded.' });
      },
    });
    await flushPromises();
    await press();
    expect(document.body.textContent).toContain('hello is being upgraded.');
    broken.value = false;
    await press();
    expect(await answer).toBe(true);
  });

  it('does not outlive the page that has asked, unless its work runs', async () => {
    const page = { render: () => null };
    const routes = ['/', '/users', '/roles'].map((path) => ({ path, component: page }));
    const router = createRouter({ history: createMemoryHistory(), routes });
    await router.push('/users');
    const service = createConfirmService();
    mountShared(ConfirmDialog, { props: { service }, provide: { [routerKey]: router } });
    const left = service.ask({ title: 'End the session?', action: 'End the session' });
    await flushPromises();
    await router.push('/users?name=a');
    expect(service.open.value).toBeDefined();
    await router.push('/');
    expect(await left).toBe(false);
    const done = Promise.withResolvers<void>();
    const running = service.ask({ title: 'Disable?', action: 'Disable', run: () => done.promise });
    await flushPromises();
    await press();
    await router.push('/roles');
    done.resolve();
    expect(await running).toBe(true);
  });
});
