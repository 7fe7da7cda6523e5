import type { UiText } from '../services/messages/en.ts';
import { useText } from '../services/use-text.ts';
import { held } from './runtime.ts';

/**
 * Texts of the deprecated parts. An application that called the deprecated `holdRuntime` may have
 * replaced them, in `ui` of its messages. Use within setup.
 */
export function useFormerText(): (key: UiText) => string {
  const text = useText();
  return (key) => held.i18n?.t(`ui.${key}`) ?? text(key);
}
