import { NoticeService } from '@platform/plugin-sdk/core';
import { requestContext, type ModuleContext } from '../../kernel/index.ts';
import type { WarnOwner } from './login.ts';

/**
 * Notifies the owner of an account whose password somebody may be guessing. The login does not
 * wait for it: a slower answer would tell that the account exists. (design 9.8-63)
 */
export function ownerWarning({ services, logger }: Pick<ModuleContext, 'services' | 'logger'>): WarnOwner {
  return ({ tenantId, userId }, ip) => {
    const send = (): Promise<void> | undefined =>
      services.find(NoticeService)?.send(
        { users: [userId] },
        {
          title: 'Failed logins to your account',
          content: `Several wrong passwords or codes were entered for your account, most recently from ${ip}. If this was not you, change your password. Further attempts are delayed.`,
          translations: {
            'zh-CN': {
              title: '您的账号登录失败',
              content: `您的账号被多次输入错误的密码或验证码，最近一次来自 ${ip}。如果不是您本人操作，请修改密码。后续尝试会被延迟。`,
            },
          },
          level: 'warning',
        },
      );
    setImmediate(() => {
      Promise.resolve(requestContext.runAs(tenantId, send)).catch((error: unknown) =>
        logger.warn('The owner of an account could not be notified of failed logins', { error }),
      );
    });
  };
}
