import type { NoticeService } from '@platform/plugin-sdk/core';
import type { TaskKind } from '../../data/index.ts';
import { requestContext, type Logger } from '../../kernel/index.ts';
import type { Task } from '../tasks/task.ts';

const LONGEST_TITLE = 100;
const LONGEST_REASON = 1_000;
/** Those who can do something about it. */
const ADMINISTRATORS = { permission: 'app:install:edit' } as const;
const WORDS: Readonly<Record<TaskKind, string>> = {
  install: 'Installation',
  upgrade: 'Upgrade',
  rollback: 'Rollback',
  deploy: 'Deployment',
  enable: 'Enabling',
  disable: 'Disabling',
  uninstall: 'Removal',
};

/** Tells the administrators of the tenant that an operation has failed: whoever began it may have left. Never throws. */
export function failureNotice(
  notices: () => NoticeService | undefined,
  logger: Logger,
): (task: Task) => void {
  return ({ taskId, tenantId, kind, appCode, version, failure }) => {
    const to = version !== null && (kind === 'upgrade' || kind === 'rollback') ? ` to ${version}` : '';
    const notice = {
      title: `${WORDS[kind]} of ${appCode}${to} failed`.slice(0, LONGEST_TITLE),
      level: 'error',
      link: `/apps/tasks?task=${taskId}`,
      ...(failure ? { content: failure.message.slice(0, LONGEST_REASON) } : {}),
    } as const;
    requestContext
      .runAs(tenantId, async () => notices()?.send(ADMINISTRATORS, notice))
      .catch((error: unknown) => logger.warn('The notice of a failed task was not sent', { taskId, error }));
  };
}
