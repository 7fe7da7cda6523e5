import { expect, it } from 'vitest';
import { KeptPorts, type PortHandle } from './kept-ports.ts';
import type { PortPlace } from './protocol.ts';

it('closes a port once another one is in its place, or nobody uses it', () => {
  const closed: string[] = [];
  const ports = new KeptPorts();
  const keep = (key: string, name: string): void =>
    ports.keep({ key } as PortPlace, { close: () => void closed.push(name) } as unknown as PortHandle);
  keep('api', 'former api');
  keep('api', 'api');
  keep('frontend', 'frontend');
  expect(closed).toEqual(['former api']);
  ports.retain(['api']);
  expect(closed).toEqual(['former api', 'frontend']);
  expect([...ports].map(({ place }) => place.key)).toEqual(['api']);
});
