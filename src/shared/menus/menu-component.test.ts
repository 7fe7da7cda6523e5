import { expect, it } from 'vitest';
import { appOfComponent, parseComponent } from './menu-component.ts';

it.each(['host:market', 'remote:Hello/list', 'hello/list', '', null])(
  'rejects %j as the component of a menu',
  (component) => expect(parseComponent(component)).toBeUndefined(),
);

it('names the application of a view, and none for pages of the shell', () => {
  expect(appOfComponent('remote:hello-2/note_list')).toBe('hello-2');
  expect(appOfComponent('host:hello/list')).toBeUndefined();
  expect(appOfComponent(undefined)).toBeUndefined();
});
