import type { NoticeInput, NoticeRecipients, NoticeTexts } from '@platform/plugin-sdk/core';
import { PlatformError } from '../../../kernel/index.ts';

/** The queue that notices go through; the host takes them from it and gives them to people. */
export const NOTICE_QUEUE = 'platform.notices';

/** A notice as a message of the queue. */
export interface NoticeMessage {
  readonly to: NoticeRecipients;
  readonly notice: NoticeInput;
}

const LEVELS: readonly unknown[] = ['info', 'success', 'warning', 'error', undefined];
const LONGEST_TITLE = 100;
const LONGEST_CONTENT = 2_000;
const MOST_LANGUAGES = 20;

/** @throws NOTICE_INVALID */
export function checkedNotice(to: NoticeRecipients, notice: NoticeInput): NoticeMessage {
  const { level, link, translations = {} } = notice;
  if (Object.keys(translations).length > MOST_LANGUAGES)
    throw invalid(`it has more than ${MOST_LANGUAGES} translations`);
  const texts = checkedTexts(notice);
  const translated = Object.entries(translations).map(([locale, each]) => [locale, checkedTexts(each)]);
  if (!LEVELS.includes(level)) throw invalid(`its level is ${String(level)}`);
  if (link !== undefined && !/^\/(?![/\\])[^\s\\]{0,499}$/.test(link)) {
    throw invalid('its link is not a path of the shell, such as /mall/order');
  }
  if (!areRecipients(to)) {
    throw invalid('it has no recipients: neither users, roles, departments, a permission nor the tenant');
  }
  const others = Object.fromEntries(translated) as NoticeInput['translations'];
  return {
    to,
    notice: { ...texts, level, link, ...(translated.length > 0 && { translations: others }) },
  };
}

function checkedTexts({ title, content }: NoticeTexts): NoticeTexts {
  if (typeof title !== 'string' || title.trim() === '' || title.length > LONGEST_TITLE) {
    throw invalid(`its title must have 1 to ${LONGEST_TITLE} characters`);
  }
  if (content !== undefined && (typeof content !== 'string' || content.length > LONGEST_CONTENT)) {
    throw invalid(`its content has more than ${LONGEST_CONTENT} characters`);
  }
  return { title: title.trim(), content };
}

function areRecipients(to: unknown): boolean {
  if (to === 'tenant') return true;
  if (typeof to !== 'object' || to === null) return false;
  const { users, roles, departments, permission } = to as Record<string, unknown>;
  const isListOf = (list: unknown, type: string): boolean =>
    Array.isArray(list) && list.length > 0 && list.every((item) => typeof item === type);
  const areIds = isListOf(users, 'number') || isListOf(departments, 'number');
  return areIds || isListOf(roles, 'string') || typeof permission === 'string';
}

const invalid = (problem: string): PlatformError =>
  new PlatformError({
    code: 'NOTICE_INVALID',
    message: `The notice cannot be sent: ${problem}.`,
    fix: 'Send a title of one line, plain text, a path of the shell as link, and recipients.',
  });

export const noTenant = (): PlatformError => invalid('the context has no tenant, so it has no recipients');
