import type { LocaleMessages, MessageParams, MessageTree, RemoteI18n } from '@platform/remote-app';
import { readonly, shallowRef, type Ref } from 'vue';

/** Messages of their own, apart from the shell's and from those of other applications (design 5.1). */
export function createScopedI18n(locale: Readonly<Ref<string>>, messages: LocaleMessages = {}): RemoteI18n {
  const known = shallowRef(messages);
  return {
    locale: readonly(locale),
    t(key, params) {
      const path = key.split('.');
      for (const candidate of candidates(locale.value, known.value)) {
        const text = lookUp(known.value[candidate], path);
        if (text !== undefined) return fill(text, params);
      }
      return key;
    },
    n: (value, options) => new Intl.NumberFormat(locale.value, options).format(value),
    d(value, options = { dateStyle: 'medium', timeStyle: 'short' }) {
      if (value === null || value === undefined || value === '') return '';
      const date = new Date(value);
      return Number.isNaN(date.getTime())
        ? String(value)
        : new Intl.DateTimeFormat(locale.value, options).format(date);
    },
    merge(added) {
      const merged: LocaleMessages = { ...known.value };
      for (const [name, tree] of Object.entries(added)) merged[name] = mergeTrees(merged[name] ?? {}, tree);
      known.value = merged;
    },
  };
}

/** The locale, others of its language, English, the first one. */
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

function lookUp(tree: MessageTree | undefined, path: readonly string[]): string | undefined {
  let node: MessageTree | string | undefined = tree;
  for (const part of path) {
    if (typeof node !== 'object' || !Object.hasOwn(node, part)) return undefined;
    node = node[part];
  }
  return typeof node === 'string' ? node : undefined;
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
