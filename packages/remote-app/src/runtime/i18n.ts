import type { Ref } from 'vue';

/**
 * Messages of one language, optionally nested: `item.add` is `{ item: { add: 'Add {what}' } }`.
 */
export interface MessageTree {
  [key: string]: string | MessageTree;
}

/** Locale (`en`, `zh`, `zh-CN`) → messages. */
export type LocaleMessages = Record<string, MessageTree>;

export type MessageParams = Record<string, string | number>;

/** The application's messages in the language of the shell. */
export interface RemoteI18n {
  /** The shell's locale. */
  readonly locale: Readonly<Ref<string>>;
  /**
   * Returns the message of a key with `{name}` replaced; the key itself if it is missing. Locales
   * are tried in this order: the current one, its language, English, the first one. A message with
   * plural forms, `{ one: '{count} item', other: '{count} items' }`, is chosen by `count` and the
   * rules of its language; `zero` applies to 0. Reactive.
   */
  readonly t: (key: string, params?: MessageParams) => string;
  /** Formats a number. */
  readonly n: (value: number, options?: Intl.NumberFormatOptions) => string;
  /**
   * Formats a point in time in the person's time zone, by default with date and time; an empty text
   * for none.
   */
  readonly d: (
    value: Date | string | number | null | undefined,
    options?: Intl.DateTimeFormatOptions,
  ) => string;
  /** Adds messages. */
  readonly merge: (messages: LocaleMessages) => void;
}
