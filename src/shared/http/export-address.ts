import { locales } from '../i18n/locales.ts';

/**
 * Address of a whole list as a file that the server writes, in the language of the shell; the
 * browser sends the session's cookie.
 *
 * @param path of the list, such as `/system/user`
 */
export const exportAddress =
  (path: string) =>
  (query: Readonly<Record<string, unknown>>): string => {
    const locale = locales.find((each) => each === document.documentElement.lang);
    const asked = { ...query, ...(locale ? { locale } : {}) };
    const entries = Object.entries(asked).map(([name, value]) => [name, String(value)]);
    return `/prod-api${path}/export?${new URLSearchParams(entries).toString()}`;
  };
