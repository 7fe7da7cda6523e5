import { createApp, getCurrentInstance, type AppContext, type ComponentInternalInstance } from 'vue';

/**
 * Gives what is drawn beneath the current component a Vue application of its own, which is what a remote reaches by
 * `getCurrentInstance().appContext.app`: components, directives, plugins and global properties that it registers there meet
 * nobody else's, and `unmount` ends nothing. It begins with what the shell has registered. Use within setup, after `provide`.
 */
export function useOwnApp(): void {
  const instance = getCurrentInstance() as (ComponentInternalInstance & Pick<AppContext, 'provides'>) | null;
  if (!instance) throw new Error('useOwnApp is called outside setup.');
  const { components, directives, mixins, config } = instance.appContext;
  instance.appContext = Object.assign(createApp({})._context, {
    components: { ...components },
    directives: { ...directives },
    mixins: [...mixins],
    config: Object.create(config, {
      globalProperties: { value: copyOf(config.globalProperties) },
    }) as typeof config,
    provides: instance.provides,
  });
}

/** With getters as they are: the router's `$route` is one. */
function copyOf<T extends object>(source: T): T {
  return Object.defineProperties({} as T, Object.getOwnPropertyDescriptors(source));
}
