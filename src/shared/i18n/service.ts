import type { InjectionKey } from 'vue';
import { inject } from 'vue';
import type { I18n } from 'vue-i18n';
import { createI18n } from 'vue-i18n';
import { locales, type Locale } from './locales.ts';

export interface MessageTree {
  [key: string]: string | MessageTree;
}

export type MessageLoader = () => Promise<MessageTree>;

/** Loaders by namespace (a feature's folder name, `shared`, `app`) and language. */
export type MessageCatalog = Readonly<Record<string, Readonly<Partial<Record<Locale, MessageLoader>>>>>;

export type ShellI18n = I18n<
  Record<string, never>,
  Record<string, never>,
  Record<string, never>,
  string,
  false
>;

export interface I18nService {
  readonly i18n: ShellI18n;
  current(): Locale;
  /**
   * Loads a namespace in the current language; at once when it is there already. Messages are
   * found under `<namespace>.`.
   */
  load(namespace: string): Promise<void>;
  /** Changes the language after every namespace in use has been loaded in it. */
  setLocale(locale: Locale): Promise<void>;
}

/** Creates the language service. A failed load is not remembered: the next call tries again. */
export function createI18nService(options: { locale: Locale; catalog: MessageCatalog }): I18nService {
  const i18n: ShellI18n = createI18n({
    legacy: false,
    locale: options.locale,
    fallbackLocale: 'en-US',
    missingWarn: false,
    fallbackWarn: false,
    messages: {},
  });
  const used = new Set<string>();
  const loads = new Map<string, Promise<void>>();

  function loadIn(namespace: string, locale: Locale): Promise<void> {
    const key = `${locale}/${namespace}`;
    const pending = loads.get(key);
    if (pending) return pending;
    const loader = options.catalog[namespace]?.[locale];
    if (!loader) return Promise.resolve();
    const load = loader().then((messages) => {
      // A new object, because keys merged into the old one would not trigger updates.
      const { [locale]: known = {} } = i18n.global.messages.value as Readonly<Record<string, MessageTree>>;
      i18n.global.setLocaleMessage(locale, { ...known, [namespace]: messages });
    });
    loads.set(key, load);
    load.catch(() => loads.delete(key));
    return load;
  }

  const current = () => i18n.global.locale.value as Locale;
  return {
    i18n,
    current,
    load(namespace) {
      used.add(namespace);
      return loadIn(namespace, current());
    },
    async setLocale(locale) {
      // Without a language every text fails, and the whole shell with them.
      if (!locales.includes(locale)) throw new RangeError(`There is no language ${String(locale)}.`);
      await Promise.all([...used].map((namespace) => loadIn(namespace, locale)));
      i18n.global.locale.value = locale;
    },
  };
}

export const i18nServiceKey: InjectionKey<I18nService> = Symbol('i18n-service');

/** The language service, for what needs more than `useI18n()`. */
export function useI18nService(): I18nService {
  const service = inject(i18nServiceKey);
  if (!service) throw new Error('No language service: the application was mounted without i18nServiceKey.');
  return service;
}
