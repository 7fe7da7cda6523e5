import type { Pinia } from 'pinia';
import { createApp, h, Suspense, type Component } from 'vue';
import type { Router } from 'vue-router';
import type { ViewLoader, ViewSource } from '../../../define-app.ts';
import { uiServicesKey, type UiServices } from '../../../ui-services.ts';
import type { RuntimeCode, Sighting } from '../findings.ts';
import { messageOf } from './time-limit.ts';

export interface MountOptions {
  readonly component: Component;
  readonly host: Element;
  readonly pinia: Pinia;
  readonly router: Router;
  readonly ui: UiServices;
  readonly see: (sighting: Sighting) => void;
}

/** Resolves the component of a view (design 9.6-30); undefined if it is none. */
export async function componentOf(source: ViewSource): Promise<Component | undefined> {
  const loaded: unknown = typeof source === 'function' ? await (source as ViewLoader)() : source;
  const found: unknown =
    typeof loaded === 'object' && loaded !== null && 'default' in loaded ? loaded.default : loaded;
  return found !== null && (typeof found === 'object' || typeof found === 'function') ? found : undefined;
}

/** Mounts a view in `host` and reports Vue's errors and warnings. Returns how to unmount it. */
export function mountView({ component, host, pinia, router, ui, see }: MountOptions): () => void {
  // Awaits an asynchronous setup, as the shell does.
  const app = createApp({
    render: () => (waits(component) ? h(Suspense, null, [h(component)]) : h(component)),
  });
  let failed = false;
  app.config.errorHandler = (thrown, _instance, where) => {
    failed = true;
    see({ code: codeOf(where), message: `${where}: ${messageOf(thrown)}` });
  };
  app.config.warnHandler = (text, _instance, trace) => {
    // Vue adds warnings to each error, and for the missing render function that follows.
    if (failed || text.startsWith('Unhandled error')) return;
    const [first = ''] = trace.split('\n');
    see({ code: 'CHECK_RUN_VUE_WARNING', message: `${text} ${first.trim()}`.trim() });
  };
  app.provide(uiServicesKey, ui);
  app.use(pinia).use(router).directive('permission', {});
  app.mount(host);
  if (!failed && !waits(component) && host.childElementCount === 0 && host.textContent?.trim() === '')
    see({ code: 'CHECK_RUN_VIEW_EMPTY', message: 'The view renders nothing at first.' });
  return () => app.unmount();
}

const waits = (component: Component): boolean =>
  Object.prototype.toString.call((component as { setup?: unknown }).setup) === '[object AsyncFunction]';

function codeOf(where: string): RuntimeCode {
  if (where === 'setup function') return 'CHECK_RUN_SETUP_FAILED';
  return /^render function|^component update/.test(where)
    ? 'CHECK_RUN_RENDER_FAILED'
    : 'CHECK_RUN_HOOK_FAILED';
}
