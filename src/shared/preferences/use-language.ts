import { useI18n } from 'vue-i18n';
import { useNotices } from '../feedback/index.ts';
import type { Locale } from '../i18n/index.ts';
import { useI18nService } from '../i18n/index.ts';
import { usePreferencesStore } from './preferences-store.ts';

/** Changes and stores the language. Keeps the old one, with a notice, if messages fail to load. */
export function useLanguage(): (locale: Locale) => Promise<void> {
  const { t } = useI18n();
  const service = useI18nService();
  const preferences = usePreferencesStore();
  const notices = useNotices();
  return async (locale) => {
    try {
      await service.setLocale(locale);
      preferences.locale = locale;
    } catch (error) {
      notices.show('bad', t('app.languageFailed'), error);
    }
  };
}
