import type { NoticeService } from '@platform/plugin-sdk/core';
import type { Logger } from '../../kernel/index.ts';
import type { Announce } from './notices.ts';

const LONGEST = 2_000;

/**
 * Puts a published notice into everybody's inbox. It is published also while the message center is
 * unavailable.
 */
export function announceWith(notices: NoticeService, logger: Logger): Announce {
  return async (title, content) => {
    const short =
      content !== undefined && content.length > LONGEST ? `${content.slice(0, LONGEST - 1)}…` : content;
    try {
      await notices.send('tenant', { title, ...(short === undefined ? {} : { content: short }) });
    } catch (error) {
      logger.warn('A published notice could not be put into the inboxes', { error });
    }
  };
}
