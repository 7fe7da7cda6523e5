import { uiServicesKey, type UiServices } from '@platform/remote-app';
import { hasInjectionContext, inject } from 'vue';

const fallback: { services?: UiServices | undefined } = {};

/** Sets the services for parts that no page provides any to; undefined removes them. */
export function provideFallback(services: UiServices | undefined): void {
  fallback.services = services;
}

/**
 * Services of the page around a component. Use within setup.
 * @throws Error outside the shell and its test kit
 */
export function useUi(): UiServices {
  const provided = hasInjectionContext() ? inject(uiServicesKey, undefined) : undefined;
  const services = provided ?? fallback.services;
  if (services) return services;
  throw new Error(
    'This part is outside the shell: provide `uiServicesKey`, or mount the view with `mountView` of `@platform/remote-app/testing`.',
  );
}
