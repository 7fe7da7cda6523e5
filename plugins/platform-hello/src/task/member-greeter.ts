import { Component, EventListener } from '@platform/plugin-sdk/core';
import { Logger } from '@platform/plugin-sdk/log';
import { MemberAddedEvent } from '@plugins/platform-member';

/**
 * Hears of new members while the application `member` is there; without it this class is left
 * out.
 */
@Component({ inject: [Logger] })
export class MemberGreeter {
  constructor(private readonly log: Logger) {}

  @EventListener(MemberAddedEvent)
  greet({ memberId }: MemberAddedEvent): void {
    this.log.info('A member was added', { memberId });
  }
}
