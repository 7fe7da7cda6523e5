import { createApp, h, nextTick, Suspense, type Component } from 'vue';
import type { Install, ViewLoader, ViewSource } from '../define-app.ts';
import { createMemoryRouter } from './test-router.ts';
import { createTestUiServices } from './test-ui-services.ts';
import { uiServicesKey } from '../ui-services.ts';
import { createTestRuntime, type TestRuntime, type TestRuntimeOptions } from './test-runtime.ts';

/** A mounted view. */
export interface MountedView {
  readonly runtime: TestRuntime;
  /** The root element, with `data-app` and `data-view` as in the shell. */
  readonly element: HTMLElement;
  /** Text of the view, with single spaces. */
  readonly text: () => string;
  /** Waits until pending promises have settled and the view has rendered. */
  readonly settled: () => Promise<void>;
  /** Unmounts the view and ends the application. */
  readonly unmount: () => void;
}

/**
 * Installs an application with a test runtime and mounts one of its views as the shell does: with
 * its own Pinia and `Suspense`. Needs a DOM such as happy-dom.
 * @param install the default export of `src/index.ts`
 * @param key key of the view
 * @throws Error if the view is missing, or fails in its setup or first render
 */
export async function mountView(
  install: Install,
  key: string,
  options: TestRuntimeOptions,
): Promise<MountedView> {
  const runtime = createTestRuntime(options);
  const { views } = await install(runtime);
  const source = views[key];
  if (!source)
    throw new Error(
      `View "${key}" does not exist. Views of the application: ${Object.keys(views).join(', ')}.`,
    );
  const component = await componentOf(source);
  const element = document.createElement('section');
  Object.assign(element.dataset, { app: options.code, view: key });
  document.body.append(element);
  const app = createApp({ render: () => h(Suspense, null, [h(component)]) }).use(runtime.pinia);
  app.provide(uiServicesKey, createTestUiServices(runtime));
  const router = createMemoryRouter();
  await router.push(`/${options.code}/${key}`);
  app.use(router).directive('permission', {
    mounted: (part: HTMLElement, { value }: { value: string | string[] }) => {
      if (!runtime.hasPermi(value)) part.remove();
    },
  });
  let thrown: unknown;
  app.config.errorHandler = (error) => {
    thrown ??= error;
  };
  app.mount(element);
  const settled = async () => {
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setTimeout(resolve));
    await nextTick();
    const error = thrown;
    thrown = undefined;
    if (error instanceof Error) throw error;
    if (error !== undefined)
      throw new Error('The view threw a value that is not an error.', { cause: error });
  };
  await settled();
  return {
    ...{ runtime, element, settled },
    text: () => (element.textContent ?? '').replace(/\s+/g, ' ').trim(),
    unmount() {
      app.unmount();
      element.remove();
      runtime.dispose();
    },
  };
}

async function componentOf(source: ViewSource): Promise<Component> {
  const loaded = typeof source === 'function' ? await (source as ViewLoader)() : source;
  return 'default' in loaded ? (loaded.default as Component) : loaded;
}
