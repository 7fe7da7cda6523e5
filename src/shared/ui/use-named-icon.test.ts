import { MessageCircle, User } from '@lucide/vue';
import { expect, it } from 'vitest';
import { ref } from 'vue';
import { withinSetup } from '../testing/within-setup.ts';
import { useNamedIcon } from './use-named-icon.ts';

it.each([
  ['User', User],
  ['chat-dot-round', MessageCircle],
  ['ChatDotRound', MessageCircle],
])('maps the Element Plus name %s to its counterpart', async (name, component) => {
  const { result } = withinSetup(() => useNamedIcon(() => name));
  await expect.poll(() => result.value).toBe(component);
});

it('uses the icon with the same name without a counterpart', async () => {
  const { result } = withinSetup(() => useNamedIcon(() => 'IceCreamRound'));
  await expect.poll(() => result.value).toMatchObject({ name: 'IceCreamRound' });
});

it('returns none for a picture, an unknown name and no name', async () => {
  const name = ref<string | null>('User');
  const { result } = withinSetup(() => useNamedIcon(() => name.value));
  await expect.poll(() => result.value).toBe(User);
  for (const other of ['/logo.svg', 'NoSuchIcon', null]) {
    name.value = other;
    await expect.poll(() => result.value).toBeUndefined();
  }
});

it('shows the icon of the last name, though that of the name before comes later', async () => {
  const name = ref('IceCreamSquare');
  const { result } = withinSetup(() => useNamedIcon(() => name.value));
  name.value = 'User';
  await expect.poll(() => result.value).toBe(User);
  await import('@element-plus/icons-vue/global');
  await new Promise((resolve) => setTimeout(resolve));
  expect(result.value).toBe(User);
});
