import { chineseWords } from '@/shared/feedback/words/chinese-words.ts';
import { PACKAGE_WORDS } from '@/shared/feedback/words/package-words.ts';
import type { ErrorDetail } from '@/shared/http';

export interface FindingWords {
  readonly problem: string;
  readonly remedy: string | undefined;
  /** The inspector's own words, where the problem does not name the values that they name. */
  readonly details: string | undefined;
}

/** The words of a finding in the language of the page: the inspector's own are English. */
export function findingWords({ code = '', message, fix }: ErrorDetail, locale: string): FindingWords {
  const words = locale.startsWith('zh') ? PACKAGE_WORDS[code] : undefined;
  if (!words) return { problem: message, remedy: fix, details: undefined };
  const said = chineseWords()?.byMessage(code, message);
  return { problem: said ?? words[0], remedy: words[1], details: said ? undefined : message };
}
