import { defineComponent, h, type Component, type FunctionalComponent } from 'vue';

/**
 * Marks a component as a view. A functional component must be wrapped, because the shell takes a
 * bare function for a view loader (design 9.6-30). Other components are returned unchanged.
 */
export function defineView(component: Component): Component {
  if (typeof component !== 'function') return component;
  const functional = component as FunctionalComponent;
  return defineComponent({
    name: functional.displayName ?? (functional.name || 'FunctionalView'),
    inheritAttrs: false,
    setup:
      (_props, { attrs, slots }) =>
      () =>
        h(functional, attrs, slots),
  });
}
