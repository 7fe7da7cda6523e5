import { Component } from '@platform/plugin-sdk/core';
import { Scheduled } from '@platform/plugin-sdk/job';
import { Logger } from '@platform/plugin-sdk/log';
import { HelloItemService } from '../service/hello-item.service.ts';

/** Runs on every instance of the host. */
@Component({ inject: [HelloItemService, Logger] })
export class HelloTasks {
  constructor(
    private readonly items: HelloItemService,
    private readonly log: Logger,
  ) {}

  @Scheduled({ every: '5m', tenants: 'each' })
  async sweep(): Promise<void> {
    const { total } = await this.items.page({ status: 'open' }, { pageNum: 1, pageSize: 1 });
    this.log.info('Open items counted', { open: total });
  }
}
