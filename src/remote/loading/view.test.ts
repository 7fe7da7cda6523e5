// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { h } from 'vue';
import { resolveView, viewOf } from './view.ts';

const component = { render: () => null };
const offline = () => Promise.reject(new TypeError('offline'));
const resolve = (source: unknown) => resolveView('hello', source as typeof component, offline);

describe('design 9.6-30: a view', () => {
  it('is a component, or a function that resolves to one or to a module', async () => {
    expect(await resolve(component)).toBe(component);
    expect(await resolve(async () => component)).toBe(component);
    expect(await resolve(async () => ({ default: component }))).toBe(component);
    expect(await resolve(() => component)).toBe(component);
    expect(await resolve({ default: component })).toBe(component);
    expect(await resolve(Promise.resolve({ default: component }))).toBe(component);
  });

  it('may be a function that a chunk exports', async () => {
    const render = () => null;
    expect(await resolve(async () => ({ default: render }))).toBe(render);
  });

  it('that is undefined is refused', async () => {
    await expect(resolve(async () => ({ default: undefined }))).rejects.toMatchObject({
      code: 'REMOTE_VIEW_INVALID',
      stage: 'view',
    });
    await expect(resolve(async () => null)).rejects.toMatchObject({ code: 'REMOTE_VIEW_INVALID' });
  });

  it('that is text or a number is refused, because Vue would render an element', async () => {
    for (const source of ['main', 7, null, async () => ({ default: 'main' })])
      await expect(resolve(source)).rejects.toMatchObject({ code: 'REMOTE_VIEW_INVALID' });
  });

  it('with a template that is not compiled is refused, because Vue would render nothing', async () => {
    await expect(resolve({ template: '<p>hello</p>' })).rejects.toThrow(
      'the view has a template that is not compiled',
    );
    expect(await resolve({ template: '<p>hello</p>', render: () => null })).toBeDefined();
  });

  it('that is a functional component is refused with a fix', async () => {
    await expect(resolve(() => h('p'))).rejects.toThrow('wrap it in defineView');
  });

  it('that is missing lists the existing ones, and ignores the prototype', () => {
    const find = (key: string) => () => viewOf('hello', { list: component }, key);
    expect(find('list')()).toBe(component);
    expect(find('detail')).toThrow('"hello" has no view "detail"; its views are: list');
    expect(() => viewOf('hello', {}, 'list')).toThrow('its views are: none');
    expect(find('constructor')).toThrow(
      expect.objectContaining({ code: 'REMOTE_VIEW_MISSING', stage: 'view' }),
    );
  });

  it('whose chunk throws is reported as a failed chunk', async () => {
    const failing = () => Promise.reject(new Error('evaluated badly'));
    for (const source of [failing, failing()])
      await expect(resolve(source)).rejects.toMatchObject({
        code: 'REMOTE_CHUNK_FAILED',
        stage: 'chunk',
        transient: false,
      });
  });
});
