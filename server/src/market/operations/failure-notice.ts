import type { NoticeService } from '@platform/plugin-sdk/core';
import type { TaskKind } from '../../data/index.ts';
import { requestContext, type Logger } from '../../kernel/index.ts';
import type { Task } from '../tasks/task.ts';

const MAX_TITLE_LENGTH = 100;
const MAX_REASON_LENGTH = 1_000;
/** Users who can act on the failure. */
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

/** Notifies the tenant's administrators of a failed operation. Never throws. */
export function failureNotice(
  notices: () => NoticeService | undefined,
  logger: Logger,
): (task: Task) => void {
  return ({ taskId, tenantId, kind, appCode, version, failure }) => {
    const to = version !== null && (kind === 'upgrade' || kind === 'rollback') ? ` to ${version}` : '';
    const notice = {
      title: `${WORDS[kind]} of ${appCode}${to} failed`.slice(0, MAX_TITLE_LENGTH),
      level: 'error',
      link: `/apps/tasks/${taskId}`,
      ...(failure ? { content: failure.message.slice(0, MAX_REASON_LENGTH) } : {}),
    } as const;
    requestContext
      .runAs(tenantId, async () => notices()?.send(ADMINISTRATORS, notice))
      .catch((error: unknown) =>
        logger.warn('The notice of a failed task could not be sent', { taskId, error }),
      );
  };
}
