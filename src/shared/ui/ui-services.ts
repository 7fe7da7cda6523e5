import type { TableSettings, UiServices } from '@platform/remote-app';
import type { Ref } from 'vue';
import type { Composer } from 'vue-i18n';
import type { ConfirmService, Notices, NoticeTone } from '../feedback/index.ts';
import { describeError, wordsWith } from '../feedback/index.ts';
import type { I18nService } from '../i18n/index.ts';
import type { Now } from '../page/index.ts';

export interface UiServicesOptions {
  i18n: I18nService['i18n'];
  now: Now;
  confirm: ConfirmService;
  notices: Notices;
  tables: TableSettings;
  /** Zone that the person has chosen. */
  timeZone: Readonly<Ref<string | undefined>>;
}

/** Services of the shell for the parts of its own pages and of applications. */
export function createUiServices(options: UiServicesOptions): UiServices {
  const { i18n, now, confirm, notices, tables, timeZone } = options;
  const { locale } = i18n.global;
  // The messages are loaded at run time: without this, their type is inferred without end.
  const { t, te } = i18n.global as unknown as Pick<Composer, 't' | 'te'>;
  const words = wordsWith({ te, t, locale });
  const show = (tone: NoticeTone) => (text: string) => notices.show(tone, text);
  return {
    locale,
    timeZone,
    now,
    tables,
    message: { success: show('good'), info: show('neutral'), warning: show('warn'), error: show('bad') },
    confirm: ({ title, text, confirmText, type }) =>
      confirm.ask({
        title,
        consequences: text ? [text] : [],
        action: confirmText ?? t('shared.action.continue'),
        danger: type === 'danger',
      }),
    describeError: (error) => describeError(error, words),
  };
}
