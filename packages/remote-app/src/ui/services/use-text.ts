import { en, type UiText } from './messages/en.ts';
import { zh } from './messages/zh.ts';
import { useUi } from './use-ui.ts';

/** A text of the parts in the person's language, with `{name}` replaced. Reactive. */
export type Text = (key: UiText, params?: Readonly<Record<string, string | number>>) => string;

/** Texts of the parts. Use within setup. */
export function useText(): Text {
  const { locale } = useUi();
  return (key, params = {}) => {
    const text = (locale.value.startsWith('zh') ? zh : en)[key];
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
  };
}
