import { expect, it } from 'vitest';
import { hostModules } from './host-modules.ts';

it('begins the week of an application’s Chinese calendar on Monday', async () => {
  await hostModules()['element-plus']?.load();
  const { default: dayjs } = await import('dayjs');
  expect(dayjs().locale('zh-cn').startOf('week').day()).toBe(1);
});
