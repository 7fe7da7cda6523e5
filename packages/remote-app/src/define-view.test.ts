import { createSSRApp, h, type FunctionalComponent } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { describe, expect, it } from 'vitest';
import { defineView } from './define-view.ts';

describe('defineView', () => {
  it('wraps a functional component, which could be mistaken for a loader', async () => {
    const Hello: FunctionalComponent<{ name: string }> = (props, { slots }) =>
      h('p', [`Hello ${props.name}`, slots['default']?.()]);
    Hello.props = ['name'];
    const view = defineView(Hello);
    expect(typeof view).toBe('object');
    const html = await renderToString(createSSRApp({ render: () => h(view, { name: 'Ada' }, () => '!') }));
    expect(html.replace(/<!--.*?-->/g, '')).toBe('<p>Hello Ada!</p>');
  });

  it('leaves other components unchanged', () => {
    const component = { render: () => null };
    expect(defineView(component)).toBe(component);
  });
});
