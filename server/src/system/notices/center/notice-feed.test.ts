import { describe, expect, it } from 'vitest';
import { CutWire, available, rabbitAnswers, removeQueues } from '../../../messaging/testing/brokers.ts';
import { MESSAGING } from '../../../messaging/index.ts';
import { dataOf, startTestHost } from '../../testing/host.ts';
import { NOTICE_FEED } from './notice-feed.ts';
import { NOTICE_QUEUE } from './notice-message.ts';

describe.skipIf(!(await rabbitAnswers()))('the message center on RabbitMQ', () => {
  it('starts while RabbitMQ is down and reports it; shells are notified when it is back, and notices arrive', async () => {
    const wire = await CutWire.open();
    wire.cut();
    const args = [
      `--rabbitmq.address=amqp://guest:guest@127.0.0.1:${wire.port}`,
      '--rabbitmq.reconnect-delay-ms=200',
    ];
    const host = await startTestHost({ args });
    const admin = await host.admin();
    const summary = async () => dataOf(await admin('GET', '/system/message/summary'));
    await expect
      .poll(summary)
      .toMatchObject({ available: false, reason: expect.stringMatching(/./) as string });
    let told = 0;
    const undo = host.services.use(NOTICE_FEED).watch(0, () => (told += 1));
    wire.mend();
    await available(host.services.use(MESSAGING));
    await expect.poll(() => told).toBe(1);
    await undo();
    // Hosts of other tests may listen on the same queue, and take a message.
    const arrived = async (): Promise<unknown> => {
      expect((await admin('POST', '/system/message', { to: 'tenant', title: 'Back' })).status).toBe(200);
      const { unread, ...state } = (await summary()) as { readonly unread: number };
      return { ...state, arrived: unread > 0 };
    };
    await expect
      .poll(arrived, { interval: 500 })
      .toEqual({ available: true, reason: null, arrived: true, quiet: 0 });
    await host.stop();
    await wire.close();
    await removeQueues([NOTICE_QUEUE]);
  });
});
