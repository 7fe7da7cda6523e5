import { readonly, shallowRef, type Ref } from 'vue';
import { remembered } from '../ui/text/remembered.ts';
import type { LocaleMessages, MessageParams, MessageTree, RemoteI18n } from '../runtime/i18n.ts';

/** Messages of one application, separate from the shell and other applications (design 5.1). */
export function createScopedI18n(
  locale: Readonly<Ref<string>>,
  messages: LocaleMessages = {},
  timeZone?: Readonly<Ref<string | undefined>>,
): RemoteI18n {
  const known = shallowRef(messages);
  const numbers = remembered(
    (name, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(name, options),
  );
  const dates = remembered(
    (name, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(name, options),
  );
  const rules = remembered((name) => new Intl.PluralRules(name));
  return {
    locale: readonly(locale),
    t(key, params) {
      const path = key.split('.');
      for (const candidate of candidates(locale.value, known.value)) {
        const forms = () => pluralForms(params, (count) => rules(candidate).select(count));
        const text = lookUp(known.value[candidate], path, forms);
        if (text !== undefined) return fill(text, params);
      }
      return key;
    },
    n: (value, options) => numbers(locale.value, options).format(value),
    d(value, options = { dateStyle: 'medium', timeStyle: 'short' }) {
      if (value === null || value === undefined || value === '') return '';
      const date = new Date(value);
      if (Number.isNaN(date.getTime())) return String(value);
      return dates(locale.value, { timeZone: timeZone?.value, ...options }).format(date);
    },
    merge(added) {
      const merged: LocaleMessages = { ...known.value };
      for (const [name, tree] of Object.entries(added)) merged[name] = mergeTrees(merged[name] ?? {}, tree);
      known.value = merged;
    },
  };
}

/** Locales in lookup order: exact, same language, English, first. */
function candidates(locale: string, messages: LocaleMessages): string[] {
  const names = Object.keys(messages);
  const language = (name: string) => name.split('-')[0];
  return [
    ...names.filter((name) => name === locale),
    ...names.filter((name) => name !== locale && language(name) === language(locale)),
    ...names.filter((name) => language(name) === 'en'),
    ...names.slice(0, 1),
  ];
}

/** Plural forms to look up for `count`. */
function pluralForms({ count }: MessageParams = {}, select: (count: number) => string): string[] {
  if (typeof count !== 'number') return [];
  const form = select(count);
  return count === 0 ? ['zero', form, 'other'] : [form, 'other'];
}

function lookUp(
  tree: MessageTree | undefined,
  path: readonly string[],
  forms: () => readonly string[],
): string | undefined {
  let node: MessageTree | string | undefined = tree;
  for (const part of path) {
    if (typeof node !== 'object' || !Object.hasOwn(node, part)) return undefined;
    node = node[part];
  }
  if (typeof node === 'string') return node;
  const plural = node ?? {};
  const texts = forms().map((form) => (Object.hasOwn(plural, form) ? plural[form] : undefined));
  return texts.find((text) => typeof text === 'string');
}

function fill(text: string, params: MessageParams = {}): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : placeholder,
  );
}

function mergeTrees(base: MessageTree, added: MessageTree): MessageTree {
  const merged: MessageTree = { ...base };
  for (const [key, value] of Object.entries(added)) {
    const existing = merged[key];
    merged[key] =
      typeof value === 'object' && typeof existing === 'object' ? mergeTrees(existing, value) : value;
  }
  return merged;
}
