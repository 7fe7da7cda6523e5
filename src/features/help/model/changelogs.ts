import type { Locale } from '@/shared/i18n';
import { releasesOf, type Release } from './changes.ts';

/** The changelog of this shell in each language. */
const files: Readonly<Record<Locale, () => Promise<{ default: string }>>> = {
  'en-US': () => import('../../../../CHANGELOG.md?raw'),
  'zh-CN': () => import('../../../../CHANGELOG.zh-CN.md?raw'),
};

/** Releases with the language that they are told in. */
interface Changelog {
  readonly locale: Locale;
  readonly releases: readonly Release[];
}

/** Loads the changelog in a language. */
export async function loadChangelog(locale: Locale): Promise<Changelog> {
  const { default: markdown } = await files[locale]();
  return { locale, releases: releasesOf(markdown) };
}
