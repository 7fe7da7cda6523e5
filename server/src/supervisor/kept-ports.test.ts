import { expect, it, vi } from 'vitest';
import { KeptPorts, type PortHandle } from './kept-ports.ts';
import type { PortPlace } from './protocol.ts';

const place = (key: string): PortPlace => ({ key }) as PortPlace;
const handle = (): PortHandle => ({ close: vi.fn() }) as unknown as PortHandle;

it('closes a port once another one is in its place, or nobody uses it', () => {
  const ports = new KeptPorts();
  const [former, api, frontend] = [handle(), handle(), handle()];
  ports.keep(place('api'), former);
  ports.keep(place('api'), api);
  ports.keep(place('frontend'), frontend);
  expect(former.close).toHaveBeenCalledOnce();
  ports.retain(['api']);
  expect(frontend.close).toHaveBeenCalledOnce();
  expect(api.close).not.toHaveBeenCalled();
  expect([...ports].map(({ place: { key } }) => key)).toEqual(['api']);
});
