import type { UiText } from '../services/messages/en.ts';
import { useText } from '../services/use-text.ts';
import { held } from './runtime.ts';

/**
 * Texts of the deprecated parts. An application that called the deprecated `holdRuntime` may have
 * replaced them, in `ui` of its messages, some by another key. Use within setup.
 */
export function useFormerText(): (key: UiText, former?: string) => string {
  const text = useText();
  return (key, former = key) => held.i18n?.t(`ui.${former}`) ?? text(key);
}
