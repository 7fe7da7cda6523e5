import { mount } from '@vue/test-utils';
import { createPinia } from 'pinia';
import type { Component } from 'vue';
import { createI18n } from 'vue-i18n';
import messages from '../i18n/messages/en-US.ts';

/** Mounts a shared component with English messages and a fresh store. */
export function mountShared(
  component: object,
  options: { props?: object; slots?: Record<string, string> } = {},
) {
  const i18n = createI18n({ legacy: false, locale: 'en-US', messages: { 'en-US': { shared: messages } } });
  return mount(component as Component, {
    ...options,
    attachTo: document.body,
    global: { plugins: [createPinia(), i18n], stubs: { transition: false } },
  });
}
