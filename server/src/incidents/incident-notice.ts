import type { NoticeService } from '@platform/plugin-sdk/core';
import type { IncidentRecord } from '@platform/host-api';
import { DEFAULT_TENANT, requestContext, type Logger } from '../kernel/index.ts';
import type { Culprit } from './quarantine-rule.ts';

const MAX_TITLE_LENGTH = 100;
const MAX_CONTENT_LENGTH = 1_000;
/** Users who can load it again or install another version. */
const ADMINISTRATORS = { permission: 'app:install:edit' } as const;

/** Tells the platform's administrators of an incident. Never throws. (design 10.3) */
export function incidentNotice(
  notices: () => NoticeService | undefined,
  logger: Logger,
): (incident: IncidentRecord, kept: Culprit | undefined) => void {
  return (incident, kept) => {
    const { appCode, function: name, kind, message, place, suspects } = incident;
    const who = appCode ?? suspects.map(({ application }) => application).join(', ');
    const texts = (words: IncidentWords) => {
      const happened = `${who || words.unknown}: ${words[kind]}`;
      const title = kept ? `${kept.appCode} ${kept.version} ${words.quarantined}` : happened;
      const facts = [kept ? happened : undefined, message, name, place];
      return {
        title: title.slice(0, MAX_TITLE_LENGTH),
        content: facts.filter(Boolean).join('\n').slice(0, MAX_CONTENT_LENGTH),
      };
    };
    const page = kept?.appCode ?? appCode;
    const notice = {
      ...texts(ENGLISH),
      translations: { 'zh-CN': texts(CHINESE) },
      level: 'error',
      link: page === null ? '/apps/installed' : `/apps/installed/${page}`,
    } as const;
    requestContext
      .runAs(DEFAULT_TENANT, async () => notices()?.send(ADMINISTRATORS, notice))
      .catch((error: unknown) =>
        logger.warn('The notice of an incident could not be sent', { appCode, kind, error }),
      );
  };
}

type IncidentWords = Readonly<Record<IncidentRecord['kind'] | 'unknown' | 'quarantined', string>>;

const ENGLISH: IncidentWords = {
  unknown: 'An unknown application',
  quarantined: 'is in quarantine',
  uncaught: 'an uncaught error',
  stray: 'an error without an origin',
  hold: 'it held the event loop',
  blocked: 'it blocked the host, which was replaced',
  memory: 'the host ran out of memory',
  crashed: 'it ended the process of the host',
  killed: 'the process of the host was killed',
};

const CHINESE: IncidentWords = {
  unknown: '未知应用',
  quarantined: '已被隔离',
  uncaught: '未捕获的错误',
  stray: '来源不明的错误',
  hold: '占用了事件循环',
  blocked: '阻塞了主机，主机已被替换',
  memory: '主机内存耗尽',
  crashed: '使主机进程终止',
  killed: '主机进程被强制终止',
};
