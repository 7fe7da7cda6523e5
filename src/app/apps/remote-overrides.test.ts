import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createRemoteOverrides, takeRemoteOverrides } from './remote-overrides.ts';

const LOCAL = 'http://localhost:5174/index.js';
const installed = [
  {
    code: 'hello',
    name: 'Hello',
    version: '1.0.0',
    entry: '/remote-apps/hello/index.js?v=1.0.0',
    runtimeApi: '^1.0.0',
  },
  { code: 'member', name: 'Members', version: '2.0.0', entry: '/remote-apps/member/index.js?v=2.0.0' },
];

beforeEach(() => sessionStorage.clear());

/** Opens a page as somebody who typed its address. */
function open(address: string): string {
  history.replaceState(null, '', address);
  takeRemoteOverrides(window);
  return location.pathname + location.search;
}

function overrides({ development = true, trusted = true } = {}) {
  const refused = vi.fn();
  const confirm = vi.fn(async () => trusted);
  const isDevelopment = vi.fn(async () => development);
  return {
    refused,
    confirm,
    isDevelopment,
    ...createRemoteOverrides({ storage: sessionStorage, isDevelopment, confirm, refused }),
  };
}

describe('design 5.4: a remote from another address, for one session', () => {
  it('is removed from the address, and loaded in place of the installed one', async () => {
    expect(open(`/hello/items?page=2&remote=hello@${LOCAL}`)).toBe('/hello/items?page=2');
    const { apply, active } = overrides();
    const [hello, member] = await apply(installed);
    expect(hello).toMatchObject({ code: 'hello', name: 'Hello', entry: LOCAL, build: LOCAL });
    expect(hello).not.toHaveProperty('runtimeApi');
    expect(member).toBe(installed[1]);
    expect([...active.value]).toEqual([['hello', LOCAL]]);
  });

  it('stays over reloads until it is removed by hand or by an address without one', async () => {
    open(`/?remote=hello@${LOCAL}&remote=member@${LOCAL}`);
    const first = overrides();
    await first.apply(installed);
    first.remove('hello');
    expect(await first.apply(installed)).toMatchObject([installed[0], { entry: LOCAL }]);
    const again = overrides();
    expect(await again.apply(installed)).toMatchObject([installed[0], { entry: LOCAL }]);
    open('/?remote=member@');
    expect(await overrides().apply(installed)).toEqual(installed);
  });

  it('is refused once by a host without platform.development, and removed', async () => {
    open(`/?remote=hello@${LOCAL}`);
    const { apply, refused, active } = overrides({ development: false });
    expect(await apply(installed)).toEqual(installed);
    expect(active.value.size).toBe(0);
    expect(refused).toHaveBeenCalledExactlyOnceWith(['hello']);
    const later = overrides();
    expect(await later.apply(installed)).toEqual(installed);
    expect(later.isDevelopment).not.toHaveBeenCalled();
  });

  it('needs a confirmation on another machine, and is dropped when the user declines', async () => {
    open('/?remote=hello@http://192.168.1.7:5174/index.js');
    const declined = overrides({ trusted: false });
    expect(await declined.apply(installed)).toEqual(installed);
    expect(declined.confirm).toHaveBeenCalledExactlyOnceWith('hello', 'http://192.168.1.7:5174');
    open(`/?remote=hello@${LOCAL}`);
    const local = overrides({ trusted: false });
    expect(await local.apply(installed)).toMatchObject([{ entry: LOCAL }, {}]);
    expect(local.confirm).not.toHaveBeenCalled();
  });

  it.each(['hello@javascript:alert(1)', 'hello@//evil/index.js', 'Hello@http://localhost/x.js', 'nothing'])(
    'leaves %s alone',
    async (value) => {
      expect(open(`/?remote=${encodeURIComponent(value)}`)).toContain('remote=');
      const { apply, isDevelopment } = overrides();
      expect(await apply(installed)).toEqual(installed);
      expect(isDevelopment).not.toHaveBeenCalled();
    },
  );

  it('does nothing for an application that is not installed, which has no menus', async () => {
    open(`/?remote=other@${LOCAL}`);
    expect(await overrides().apply(installed)).toEqual(installed);
  });
});
