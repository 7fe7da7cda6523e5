import { createApp, h, nextTick, Suspense, type Component } from 'vue';
import type { Install, ViewLoader, ViewSource } from '../define-app.ts';
import { createMemoryRouter } from './test-router.ts';
import { createTestRuntime, type TestRuntime, type TestRuntimeOptions } from './test-runtime.ts';

/** A view on the page of a test. */
export interface MountedView {
  readonly runtime: TestRuntime;
  /** What the view is drawn in; `data-app` and `data-view` as in the shell. */
  readonly element: HTMLElement;
  /** The text on it, with single spaces. */
  readonly text: () => string;
  /** Waits until promises that can settle have, and the view is drawn anew. */
  readonly settled: () => Promise<void>;
  /** Takes the view off the page and ends the application. */
  readonly unmount: () => void;
}

/**
 * Installs an application with a runtime that asks no server, and shows one of its views as the shell does: with the application's
 * own Pinia, an asynchronous setup waited for. Needs a document, that of happy-dom or jsdom.
 * @param install the default export of `src/index.ts`
 * @param key key of the view
 * @throws Error what the view throws while it is set up or drawn, or that there is no such view
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
    throw new Error(`There is no view "${key}"; the application has ${Object.keys(views).join(', ')}.`);
  const component = await componentOf(source);
  const element = document.createElement('section');
  Object.assign(element.dataset, { app: options.code, view: key });
  document.body.append(element);
  const app = createApp({ render: () => h(Suspense, null, [h(component)]) }).use(runtime.pinia);
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
      throw new Error('The view threw something else than an error.', { cause: error });
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
