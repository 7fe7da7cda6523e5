import { createApp, getCurrentInstance, type AppContext, type ComponentInternalInstance } from 'vue';

/**
 * Gives the components below this one an application context of their own, which starts as a copy
 * of the shell's. Components, directives, plugins and global properties that a remote registers by
 * `getCurrentInstance().appContext.app` do not reach others, and `unmount` has no effect on the
 * shell. Use within setup, after `provide`.
 */
export function useOwnApp(): void {
  const instance = getCurrentInstance() as (ComponentInternalInstance & Pick<AppContext, 'provides'>) | null;
  if (!instance) throw new Error('useOwnApp must be called within setup.');
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

/** Keeps getters, such as the router's `$route`. */
function copyOf<T extends object>(source: T): T {
  return Object.defineProperties({} as T, Object.getOwnPropertyDescriptors(source));
}
