import type { FormRules } from 'element-plus/es/components/form/index.mjs';
import { useI18n } from 'vue-i18n';

type Rules = Exclude<FormRules[string], undefined>;

/**
 * Rules of fields that several forms have, as the server checks them. Call them in computed values.
 */
export function useFieldRules() {
  const { t } = useI18n();
  return {
    /** @param message default: that something is to be entered */
    required: (message = t('shared.wrong.required')): Rules => [
      { required: true, whitespace: true, message },
    ],
    userName: (): Rules => [
      {
        required: true,
        pattern: /^[A-Za-z0-9][A-Za-z0-9_.@-]{1,49}$/,
        message: t('shared.wrong.userName'),
      },
    ],
    email: (): Rules => [{ pattern: /^$|^[^@\s]+@[^@\s]+$/, message: t('shared.wrong.email') }],
    phone: (): Rules => [{ pattern: /^[\d+() -]*$/, message: t('shared.wrong.phone') }],
  };
}
