import { useI18n } from 'vue-i18n';
import { useNotices } from '@/shared/feedback';
import type { Locale } from '@/shared/i18n';
import { useI18nService } from '@/shared/i18n';
import { usePreferencesStore } from '@/shared/preferences';

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
