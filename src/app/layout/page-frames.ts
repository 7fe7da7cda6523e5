import type { Component } from 'vue';
import { tabTitleKey, unsavedInputKey } from '@platform/remote-app';
import { defineComponent, h, provide, shallowRef } from 'vue';
import { pageContextKey, provideHeldRoute } from '@/shared/page';
import type { useTabsStore } from '../tabs/tabs-store.ts';
import { tabKey } from '../tabs/use-route-tab.ts';

/**
 * A component for each tab around its page. KeepAlive includes by its name, so two tabs of the
 * same page live independently. Provides the page's {@link PageContext} and its own route.
 */
export function createPageFrames(tabs: ReturnType<typeof useTabsStore>) {
  const frames = new Map<string, Component>();
  const nameOf = (key: string, revision: number) => `page ${revision} ${key}`.replaceAll(',', '%2C');

  function frameOf(key: string, revision: number): Component {
    const name = nameOf(key, revision);
    const existing = frames.get(name);
    if (existing) return existing;
    const frame = defineComponent({
      name,
      props: {
        page: { type: [Object, Function], required: true },
        params: { type: Object, default: undefined },
        /** With the padding that the shell's own pages expect. */
        padded: Boolean,
      },
      setup(props) {
        provideHeldRoute((path) => tabKey(path) === key);
        const view = shallowRef(props.page as Component);
        provide(pageContextKey, {
          setUnsaved: (unsaved) => tabs.setUnsaved(key, unsaved),
          setMark: (mark) => tabs.setMark(key, mark),
          addressOf: (path) => tabs.find(tabKey(path))?.fullPath ?? path,
        });
        provide(tabTitleKey, (title) => tabs.setTitle(key, title));
        const holding = new Set<object>();
        provide(unsavedInputKey, () => {
          const part = {};
          return (holds) => {
            if (holds) holding.add(part);
            else holding.delete(part);
            tabs.setUnsaved(key, holding.size > 0);
          };
        });
        return () =>
          h('div', { class: props.padded ? 'page-frame page' : 'page-frame' }, [h(view.value, props.params)]);
      },
    });
    frames.set(name, frame);
    return frame;
  }

  return { nameOf, frameOf };
}
