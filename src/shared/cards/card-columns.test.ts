import { nextTick } from 'vue';
import { afterEach, expect, it } from 'vitest';
import { mountShared } from '../testing/mount-shared.ts';
import CardColumns from './CardColumns.vue';

afterEach(() => {
  document.body.innerHTML = '';
  localStorage.clear();
});

const cards = [
  { key: 'apps', label: 'Applications', column: 'main' },
  { key: 'parts', label: 'Parts', column: 'side' },
  { key: 'tasks', label: 'Tasks', column: 'side' },
];

function mounted() {
  const slots = { apps: '<p>apps</p>', parts: '<p>parts</p>', tasks: '<p>tasks</p>' };
  const wrapper = mountShared(CardColumns, { props: { id: 'test', cards, editing: true }, slots });
  const columns = () =>
    wrapper.findAll('.card-columns__column').map((column) => column.findAll('p').map((each) => each.text()));
  const button = (name: string) => wrapper.get(`[aria-label="${name}"]`);
  return { wrapper, columns, button };
}

it('moves a card with the arrow keys, which stay on it', async () => {
  const { columns, button } = mounted();
  expect(columns()).toEqual([['apps'], ['parts', 'tasks']]);
  await button('Move Tasks with the arrow keys').trigger('keydown', { key: 'ArrowUp' });
  expect(columns()).toEqual([['apps'], ['tasks', 'parts']]);
  await button('Move Tasks with the arrow keys').trigger('keydown', { key: 'ArrowLeft' });
  expect(columns()).toEqual([['apps', 'tasks'], ['parts']]);
  await nextTick();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Tasks with the arrow keys');
});

it('drops a dragged card before another one, hides, shows and forgets', async () => {
  const { wrapper, columns, button } = mounted();
  await wrapper.get('[data-card="tasks"] .card-frame__tools').trigger('dragstart');
  await wrapper.get('[data-card="apps"]').trigger('drop');
  expect(columns()).toEqual([['tasks', 'apps'], ['parts']]);
  await button('Hide Parts').trigger('click');
  expect(columns()).toEqual([['tasks', 'apps'], []]);
  const named = (text: string) => wrapper.findAll('button').find((each) => each.text() === text);
  await named('Show Parts')?.trigger('click');
  expect(columns()).toEqual([['tasks', 'apps'], ['parts']]);
  await named('As at first')?.trigger('click');
  expect(columns()).toEqual([['apps'], ['parts', 'tasks']]);
});
