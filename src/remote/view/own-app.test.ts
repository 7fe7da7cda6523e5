import { mount } from '@vue/test-utils';
import { describe, expect, it, vi } from 'vitest';
import { getCurrentInstance, h, inject, provide, resolveComponent, type Component, type Plugin } from 'vue';
import { useOwnApp } from './own-app.ts';

const Frame: Component = {
  props: { view: Object },
  setup(props: Readonly<Record<string, unknown>>) {
    provide('frame', 'framed');
    useOwnApp();
    return () => h(props['view'] as Component);
  },
};
const pluginOf = (name: string): Plugin => ({
  install(app) {
    app.component('OwnName', { render: () => name });
    app.provide('plugin', name);
    app.config.globalProperties['$own'] = name;
  },
});
const viewOf = (name: string): Component => ({
  setup() {
    getCurrentInstance()?.appContext.app.use(pluginOf(name));
  },
  render: () => h(Part),
});
const Part: Component = {
  setup: () => ({
    injected: `${inject('plugin', 'none')} ${inject('frame', 'none')} ${inject('shell', 'none')}`,
  }),
  render(this: { $own: string; $shell: string; injected: string }) {
    return [h(resolveComponent('OwnName')), ` ${this.$own} ${this.$shell} ${this.injected}`];
  },
};

describe('a Vue application of its own for each remote', () => {
  const show = (...views: readonly Component[]) =>
    mount(() => views.map((view) => h('p', h(Frame, { view }))), {
      global: { provide: { shell: 'shell' }, config: { globalProperties: { $shell: '$shell' } as never } },
    });

  it('keeps what two register under one name apart, and gives each what the shell has', () => {
    const wrapper = show(viewOf('a'), viewOf('b'));
    expect(wrapper.findAll('p').map((paragraph) => paragraph.text())).toEqual([
      'a a $shell a framed shell',
      'b b $shell b framed shell',
    ]);
    const { vm } = wrapper;
    expect(vm.$.appContext.components).not.toHaveProperty('OwnName');
    expect(vm.$.appContext.config.globalProperties).not.toHaveProperty('$own');
  });

  it('does not let one unmount the shell', () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    const wrapper = show({
      setup() {
        getCurrentInstance()?.appContext.app.unmount();
        return () => 'still here';
      },
    });
    expect(wrapper.text()).toBe('still here');
    warned.mockRestore();
  });

  it('is only there within setup', () => expect(useOwnApp).toThrow('within setup'));
});
