// @vitest-environment node
import { expect, it } from 'vitest';
import { computed, ref, shallowRef } from 'vue';
import { appIn } from './app-texts.ts';

const mall = {
  ...{ appCode: 'mall', name: 'Mall', description: 'Goods.' as string | null },
  ...{ names: { 'zh-CN': '商城' }, descriptions: { zh: '出售商品。' } },
};

it('an application says its texts in the language of the shell, and follows a change of it', () => {
  const locale = ref('en-US');
  const app = shallowRef(appIn(mall, () => locale.value));
  const line = computed(() => `${app.value.appCode}: ${app.value.name}. ${app.value.description}`);
  expect(line.value).toBe('mall: Mall. Goods.');
  locale.value = 'zh-CN';
  expect(line.value).toBe('mall: 商城. 出售商品。');
  expect({ ...app.value }).toEqual({ ...mall, name: '商城', description: '出售商品。' });
  locale.value = 'fr';
  expect(line.value).toBe('mall: Mall. Goods.');
  expect(mall.name).toBe('Mall');
});

it('an application without texts in other languages stays as it is', () => {
  const plain = { appCode: 'notes', name: 'Notes', description: null, descriptions: {} };
  expect(appIn(plain, () => 'zh-CN')).toEqual(plain);
});
