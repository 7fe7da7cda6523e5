import { uiServicesKey } from '@platform/remote-app';
import { mount } from '@vue/test-utils';
import { createPinia } from 'pinia';
import type { Component } from 'vue';
import { ref } from 'vue';
import { createConfirmService, createNotices } from '../feedback/index.ts';
import { createI18nService } from '../i18n/index.ts';
import messages from '../i18n/messages/en-US.ts';
import { usePreferencesStore } from '../preferences/index.ts';
import { createUiServices } from '../ui/ui-services.ts';

/** Mounts a shared component with English messages and a fresh store. */
export function mountShared(
  component: object,
  {
    provide,
    timeZone,
    ...options
  }: { props?: object; slots?: Record<string, string>; provide?: object; timeZone?: string } = {},
) {
  const { i18n } = createI18nService({ locale: 'en-US', catalog: {} });
  i18n.global.setLocaleMessage('en-US', { shared: messages });
  const pinia = createPinia();
  const ui = createUiServices({
    i18n,
    now: ref(Date.now()),
    confirm: createConfirmService(),
    notices: createNotices(),
    tables: usePreferencesStore(pinia),
    timeZone: ref(timeZone),
  });
  return mount(component as Component, {
    ...options,
    attachTo: document.body,
    global: {
      plugins: [pinia, i18n],
      provide: { [uiServicesKey]: ui, ...provide },
      stubs: { transition: false },
    },
  });
}
