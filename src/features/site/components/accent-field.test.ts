import { expect, it } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import AccentField from './AccentField.vue';

it('design 8.4: an accent is typed without a mouse; what is no colour yet changes nothing', async () => {
  const chosen: string[] = [];
  const { page } = await mountPage(AccentField, {
    messages: { site: messages },
    props: {
      ...{ inherited: '#123456', disabled: false, modelValue: '' },
      'onUpdate:modelValue': (colour: string) => void chosen.push(colour),
    },
    http: {},
  });
  const field = page.get<HTMLInputElement>('input[type=text]');
  expect(field.element.value).toBe('#123456');
  await field.setValue('#0F76');
  expect(chosen).toEqual([]);
  expect(field.element.value).toBe('#0F76');
  await field.setValue('#0F766E');
  expect(chosen).toEqual(['#0f766e']);
  await page.setProps({ modelValue: '#0f766e' });
  await field.setValue('red');
  await field.trigger('blur');
  expect(field.element.value).toBe('#0f766e');
  page.unmount();
});
