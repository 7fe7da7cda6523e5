// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { MessageTree } from '@/shared/i18n';
import { locales } from '@/shared/i18n';
import { createMessageCatalog } from './catalog.ts';

function keysOf(tree: MessageTree, path = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${path}${key}`] : keysOf(value, `${path}${key}.`),
  );
}

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
const at = (tree: MessageTree, path: string) =>
  path
    .split('.')
    .reduce<string | MessageTree | undefined>(
      (node, key) => (typeof node === 'object' ? node[key] : node),
      tree,
    );

describe.each(Object.entries(createMessageCatalog()))('messages of %s', (_namespace, byLocale) => {
  it('have the same keys and placeholders in every language', async () => {
    const [chinese, english] = await Promise.all(locales.map(async (locale) => byLocale[locale]?.()));
    expect(chinese && keysOf(chinese).sort()).toEqual(english && keysOf(english).sort());
    for (const key of keysOf(english ?? {})) {
      const texts = [chinese, english].map((tree) => at(tree ?? {}, key) as string);
      const [one, other] = texts.map((text) => new Set(placeholders(text)));
      expect([key, ...(one ?? [])].sort()).toEqual([key, ...(other ?? [])].sort());
    }
  });
});

it.each(Object.entries(createMessageCatalog()))(
  'Chinese messages of %s keep to the words of the glossary, and to one form of address',
  async (_namespace, byLocale) => {
    const texts = JSON.stringify(await byLocale['zh-CN']?.());
    expect(texts.match(/.{0,12}(您|消息代理|服务器端|回退).{0,12}/g) ?? []).toEqual([]);
  },
);

it.each(locales)('the preview of the site says what the login page says, in %s', async (locale) => {
  const { site: ofSite, login: ofPage } = createMessageCatalog();
  const [site, login] = [await ofSite?.[locale]?.(), await ofPage?.[locale]?.()];
  for (const [ofPreview, ofLogin] of [
    ['heading', 'heading'],
    ['text', 'text'],
    ['submit', 'submit'],
    ['tenant', 'otherTenant'],
  ] as const)
    expect(at(site ?? {}, `preview.${ofPreview}`), ofPreview).toBe(at(login ?? {}, ofLogin));
});
