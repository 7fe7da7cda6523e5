import type { BellLevel, NoticeLevel, NoticeSummary } from '@platform/host-api';

/** Unread notices of one source and level. */
export interface NoticeGroup {
  /** Null: from the platform. */
  readonly appCode: string | null;
  readonly level: NoticeLevel;
  readonly total: number;
}

/** Name of the platform among sources; no application has it. */
const PLATFORM = 'platform';

/**
 * Tells the notices that a person wants to be counted from the quiet ones, which only lie in the
 * inbox. (design 15.7)
 *
 * @param levels by source, as in the preference `bell`
 */
export function countAtBell(
  groups: readonly NoticeGroup[],
  levels: Readonly<Record<string, BellLevel>> = {},
): Pick<NoticeSummary, 'unread' | 'quiet'> {
  const wanted = new Map(Object.entries(levels));
  let [unread, quiet] = [0, 0];
  for (const { appCode, level, total } of groups) {
    if (isCounted(level, wanted.get(appCode ?? PLATFORM))) unread += Number(total);
    else quiet += Number(total);
  }
  return { unread, quiet };
}

function isCounted(level: NoticeLevel, wanted: BellLevel = 'all'): boolean {
  if (wanted === 'important') return level === 'warning' || level === 'error';
  return wanted === 'all';
}
