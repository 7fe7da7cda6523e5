import type { NoticeService } from '@platform/plugin-sdk/core';
import type { TaskKind } from '../../data/index.ts';
import { requestContext, type Logger } from '../../kernel/index.ts';
import type { Task } from '../tasks/task.ts';

const MAX_TITLE_LENGTH = 100;
const MAX_REASON_LENGTH = 1_000;
/** Users who can act on the failure. */
const ADMINISTRATORS = { permission: 'app:install:edit' } as const;
/** English and Chinese. */
const WORDS: Readonly<Record<TaskKind, readonly [string, string]>> = {
  install: ['Installation', '安装'],
  upgrade: ['Upgrade', '升级'],
  rollback: ['Rollback', '回退'],
  deploy: ['Deployment', '部署'],
  enable: ['Enabling', '启用'],
  disable: ['Disabling', '停用'],
  uninstall: ['Removal', '卸载'],
};

/** Notifies the tenant's administrators of a failed operation. Never throws. */
export function failureNotice(
  notices: () => NoticeService | undefined,
  logger: Logger,
): (task: Task) => void {
  return ({ taskId, tenantId, kind, appCode, version, failure }) => {
    const to = version !== null && (kind === 'upgrade' || kind === 'rollback') ? version : undefined;
    const [english, chinese] = WORDS[kind];
    const notice = {
      title: `${english} of ${appCode}${to ? ` to ${to}` : ''} failed`.slice(0, MAX_TITLE_LENGTH),
      translations: {
        'zh-CN': { title: `${chinese} ${appCode}${to ? ` 到 ${to}` : ''} 失败`.slice(0, MAX_TITLE_LENGTH) },
      },
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
