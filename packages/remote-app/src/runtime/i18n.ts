import type { Ref } from 'vue';

/** Messages of one language, nested at will: `{ item: { add: 'Add {what}' } }` is reached by `item.add`. */
export interface MessageTree {
  [key: string]: string | MessageTree;
}

/** Locale (`en`, `zh`, `zh-CN`) → messages. */
export type LocaleMessages = Record<string, MessageTree>;

export type MessageParams = Record<string, string | number>;

/** The application's own messages, in the language of the shell. */
export interface RemoteI18n {
  /** The shell's locale. */
  readonly locale: Readonly<Ref<string>>;
  /**
   * The text of a key with `{name}` replaced; the key itself where there is none. Looked for in the locale, its language,
   * English, and the first language given, in this order. Where the key has forms, `{ one: '{count} item', other: '{count} items' }`,
   * `count` chooses by the plural rules of the message's language; `zero`, where there is one, is for 0. Reactive.
   */
  readonly t: (key: string, params?: MessageParams) => string;
  /** A number as the locale writes it. */
  readonly n: (value: number, options?: Intl.NumberFormatOptions) => string;
  /** A point in time as the locale writes it, by default with date and time; an empty text for none. */
  readonly d: (
    value: Date | string | number | null | undefined,
    options?: Intl.DateTimeFormatOptions,
  ) => string;
  /** Adds messages. */
  readonly merge: (messages: LocaleMessages) => void;
}
