import type { Component, ShallowRef } from 'vue';
import { shallowRef, watchEffect } from 'vue';

/**
 * The icon of a name from the manifest; undefined until it is loaded, for a path, and without a
 * name. Use within setup.
 */
export function useNamedIcon(
  name: () => string | null | undefined,
): Readonly<ShallowRef<Component | undefined>> {
  const icon = shallowRef<Component>();
  watchEffect(async () => {
    const wanted = name();
    icon.value = undefined;
    if (!wanted || isPicture(wanted)) return;
    const found = await iconNamed(wanted.toLowerCase().replaceAll('-', ''));
    if (name() === wanted) icon.value = found;
  });
  return icon;
}

/** Whether a manifest's icon is the path of a picture, not the name of an icon. */
export function isPicture(icon: string): boolean {
  return /[/.]/.test(icon);
}

/** Loaded on demand: most pages show the icons of a few menus only. */
async function iconNamed(name: string): Promise<Component | undefined> {
  const { namedIcons } = await import('./named-icons.ts');
  if (namedIcons[name]) return namedIcons[name];
  const { icons } = await import('@element-plus/icons-vue/global');
  return Object.entries(icons as Record<string, Component>).find(([key]) => key.toLowerCase() === name)?.[1];
}
