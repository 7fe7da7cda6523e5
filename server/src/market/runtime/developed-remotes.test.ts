import { expect, it } from 'vitest';
import { LocalBus } from '../../infra/bus/local-bus.ts';
import { silentLogger } from '../../kernel/index.ts';
import { DevelopedRemotes } from './developed-remotes.ts';

it('design 10.4: frontends of development servers are served by all hosts', () => {
  const bus = new LocalBus();
  const [one, two] = [
    new DevelopedRemotes(bus.join(silentLogger)),
    new DevelopedRemotes(bus.join(silentLogger)),
  ];
  let changes = 0;
  two.follow(() => (changes += 1));
  const served = one.serve('demo', { entry: 'http://localhost:5174/index.js' });
  expect(two.find('demo')).toEqual(served);
  one.withdraw('demo');
  expect([one.find('demo'), two.find('demo'), changes]).toEqual([undefined, undefined, 2]);
});
