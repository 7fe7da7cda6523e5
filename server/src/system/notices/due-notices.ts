import type { NoticeAudience } from '@platform/host-api';
import type { NoticeService } from '@platform/plugin-sdk/core';
import type { Database } from '../../data/index.ts';
import { requestContext, type Clock, type Logger } from '../../kernel/index.ts';
import { audienceOf } from './audience.ts';
import { plainText } from './plain-text.ts';

interface DueParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly notices: NoticeService;
  readonly logger: Logger;
}

const LONGEST = 2_000;

/** The page of the shell that shows a notice in full; receipts are the inboxes' entries with it. */
export const pageOfNotice = (noticeId: number): string => `/system/inbox?notice=${noticeId}`;

/**
 * Puts published notices into the inboxes of those whom they are for, once their time has come.
 * Each is claimed in the database, so that one of several hosts does it. (design 12)
 */
export class DueNotices {
  readonly #parts: DueParts;

  constructor(parts: DueParts) {
    this.#parts = parts;
  }

  /** Announces what is due. @param noticeId only this one */
  async announce(noticeId?: number): Promise<void> {
    for (const notice of await this.#due(noticeId)) {
      if (await this.#claim(notice.notice_id)) {
        await requestContext.runAs(notice.tenant_id, () => this.#send(notice));
      }
    }
  }

  #due(noticeId: number | undefined) {
    const now = this.#now();
    return requestContext.runIgnoringTenant(() =>
      this.#parts.database.query
        .selectFrom('sys_notice')
        .where('status', '=', 1)
        .where('awaits_sending', '=', true)
        .where((eb) => eb.or([eb('visible_from', 'is', null), eb('visible_from', '<=', now)]))
        .where((eb) => eb.or([eb('visible_until', 'is', null), eb('visible_until', '>', now)]))
        .$if(noticeId !== undefined, (query) => query.where('notice_id', '=', noticeId ?? 0))
        .select(['notice_id', 'tenant_id', 'title', 'content', 'audience_json'])
        .execute(),
    );
  }

  async #claim(noticeId: number): Promise<boolean> {
    const { numUpdatedRows } = await requestContext.runIgnoringTenant(() =>
      this.#parts.database.query
        .updateTable('sys_notice')
        .set({ announced_at: this.#now(), awaits_sending: false })
        .where('notice_id', '=', noticeId)
        .where('awaits_sending', '=', true)
        .executeTakeFirst(),
    );
    return numUpdatedRows > 0n;
  }

  /** A notice is published also while the message center is unavailable. */
  async #send({ notice_id, title, content, audience_json }: DueNotice): Promise<void> {
    const text = plainText(content ?? '');
    const short = text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
    const to: NoticeAudience = audienceOf(audience_json);
    try {
      await this.#parts.notices.send(to, {
        title,
        link: pageOfNotice(notice_id),
        ...(short === '' ? {} : { content: short }),
      });
    } catch (error) {
      this.#parts.logger.warn('A published notice could not be put into the inboxes', { error });
    }
  }

  #now(): string {
    return new Date(this.#parts.clock.now()).toISOString();
  }
}

interface DueNotice {
  readonly notice_id: number;
  readonly title: string;
  readonly content: string | null;
  readonly audience_json: string | null;
}
