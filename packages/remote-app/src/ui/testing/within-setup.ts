import { uiServicesKey, type UiServices } from '@platform/remote-app';
import { createTestRuntime, createTestUiServices, type TestRuntime } from '@platform/remote-app/testing';
import { mount } from '@vue/test-utils';
import { defineComponent, h, type Component } from 'vue';

/** Services of a test, with the runtime that records messages and questions. */
export function testUi(options: { agrees?: boolean; locale?: string } = {}): {
  runtime: TestRuntime;
  ui: UiServices;
} {
  const runtime = createTestRuntime({ code: 'notes', ...options });
  return { runtime, ui: createTestUiServices(runtime) };
}

/** Runs a composable inside a component; `unmount` ends its scope. */
export function withinSetup<T>(composable: () => T, ui = testUi().ui): { result: T; unmount: () => void } {
  let result: T | undefined;
  const owner = defineComponent({
    setup() {
      result = composable();
      return () => h('div');
    },
  });
  const wrapper = mount(owner, { global: { provide: { [uiServicesKey]: ui } } });
  return { result: result as T, unmount: () => wrapper.unmount() };
}

/** Mounts a part on the page with the services of a test. */
export function mountPart(
  part: unknown,
  options: { props?: object; slots?: Record<string, unknown>; ui?: UiServices } = {},
) {
  const { ui = testUi().ui, ...rest } = options;
  return mount(part as Component, {
    ...(rest as object),
    attachTo: document.body,
    global: { provide: { [uiServicesKey]: ui }, stubs: { transition: false } },
  });
}
