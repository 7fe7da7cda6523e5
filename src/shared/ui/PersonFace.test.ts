import { mount } from '@vue/test-utils';
import { expect, it } from 'vitest';
import PersonFace from './PersonFace.vue';

it('design 12: shows the picture, and the first letter where there is none or it is gone', async () => {
  const face = mount(PersonFace, { props: { name: ' ada', avatar: '/prod-api/a.webp' } });
  expect(face.get('img').attributes('src')).toBe('/prod-api/a.webp');
  await face.get('img').trigger('error');
  expect(face.text()).toBe('A');
  await face.setProps({ avatar: '/prod-api/b.webp' });
  expect(face.get('img').attributes('src')).toBe('/prod-api/b.webp');
  await face.setProps({ avatar: null, name: '' });
  expect(face.text()).toBe('?');
});
