import { useI18n } from 'vue-i18n';
import type { Page } from '../http/index.ts';
import { textIn } from './text-in.ts';

/** An application with its texts in further languages, as the host gives them. */
export interface TranslatedApp {
  readonly name: string;
  readonly description?: string | null;
  readonly names?: Readonly<Record<string, string>> | undefined;
  readonly descriptions?: Readonly<Record<string, string>> | undefined;
}

/**
 * The application with name and description in the language of the shell, where it has them. They
 * follow a change of the language, so that no page need read the application again.
 */
export function appIn<App extends TranslatedApp>(app: App, locale: () => string): App {
  const { name, description, names, descriptions } = app;
  const inLanguage = { ...app };
  if (names) define(inLanguage, 'name', () => textIn(names, locale()) ?? name);
  if (descriptions)
    define(inLanguage, 'description', () => textIn(descriptions, locale()) ?? description ?? null);
  return inLanguage;
}

const define = (app: object, key: keyof TranslatedApp, get: () => string | null): void =>
  void Object.defineProperty(app, key, { get, enumerable: true, configurable: true });

/** {@link appIn} with the language of the shell. */
export type AppTranslator = <App extends TranslatedApp>(app: App) => App;

/** A page of applications in the language of the shell. */
export const pageIn = <App extends TranslatedApp>(page: Page<App>, translated: AppTranslator): Page<App> => ({
  ...page,
  rows: page.rows.map(translated),
});

/** Use within setup. */
export function useAppTexts(): AppTranslator {
  const { locale } = useI18n();
  return (app) => appIn(app, () => locale.value);
}
