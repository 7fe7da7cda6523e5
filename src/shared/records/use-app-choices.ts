import { useLoaded } from '@platform/remote-app/ui';
import { computed, type ComputedRef } from 'vue';
import { useI18n } from 'vue-i18n';
import { useHttp } from '../http/index.ts';
import { appIn, type TranslatedApp } from '../i18n/app-texts.ts';
import { useSessionStore } from '../session/index.ts';

/** As many as are offered at once; the rest is in the rows of the page. */
const MOST = 500;

/** The code of an application and its name in the language of the shell. */
export interface AppChoice {
  readonly value: string;
  readonly label: string;
}

/**
 * Applications by name: those that are installed, where the person may know them, and those in the
 * rows of the page. Those without a known name are called by their code.
 */
export function useAppChoices(
  shown: () => readonly (string | null | undefined)[],
): ComputedRef<readonly AppChoice[]> {
  const { locale } = useI18n();
  const names = useAppNames();
  return computed(() => {
    const codes = new Set([...names.value.keys(), ...shown()].filter((code) => !!code));
    const { compare } = new Intl.Collator(locale.value);
    return [...codes]
      .map((code) => ({ value: code as string, label: names.value.get(code as string) ?? (code as string) }))
      .toSorted((a, b) => compare(a.label, b.label));
  });
}

/** Names of the installed applications in the language of the shell, by their codes. */
export function useAppNames(): ComputedRef<ReadonlyMap<string, string>> {
  const http = useHttp();
  const session = useSessionStore();
  const { locale } = useI18n();
  const installs = useLoaded(async (signal) => {
    if (!session.can('app:install:list')) return [];
    const query = { pageNum: 1, pageSize: MOST };
    return (
      await http.list<TranslatedApp & { appCode: string }>('/app/install/list', query, { signal })
    ).rows.map((app) => appIn(app, () => locale.value));
  });
  return computed(() => new Map((installs.data.value ?? []).map(({ appCode, name }) => [appCode, name])));
}
