import { expect, it } from 'vitest';
import { deliveryOf, type RabbitMessage } from './wire.ts';

const message = (headers: Record<string, unknown>): RabbitMessage =>
  ({
    content: Buffer.from('{}'),
    properties: { headers },
    fields: { deliveryTag: 7, exchange: 'events', routingKey: 'a.b', redelivered: false },
  }) as unknown as RabbitMessage;

it.each([
  [undefined, 1],
  ['2', 1],
  [0, 1],
  [-1, 1],
  [3, 3],
])('the attempt %j of another program is attempt %d', (attempt, expected) => {
  expect(deliveryOf(message({ 'x-platform-attempt': attempt }), 'q').attempt).toBe(expected);
});

it('takes headers of the application only, and a message without an id has one for its delivery', () => {
  const found = deliveryOf(message({ 'x-death': 'y', colour: 'red', list: [] }), 'q');
  expect(found).toMatchObject({
    id: 'q/7',
    exchange: 'events',
    routingKey: 'a.b',
    headers: { colour: 'red' },
  });
  expect(found.headers).not.toHaveProperty('x-death');
});
