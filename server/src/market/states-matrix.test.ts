import { describe, expect, it } from 'vitest';
import type { InstallStatus } from '../data/index.ts';
import { APPLICATION_ACCESS } from '../plugin-runtime/index.ts';
import { INSTALL } from './records/install-store.ts';
import type { Answer } from './testing/market-host.ts';
import { ok } from './testing/market-host.ts';
import { marketSuite } from './testing/market-suite.ts';

describe('the states of a listing', () => {
  const suite = marketSuite();
  /** The next state of the listing, or the code of the refusal; `installed` is listed and used. */
  const MATRIX = {
    'without a version': {
      list: 'APP_WITHOUT_VERSION',
      unlist: 'unlisted',
      edit: 'unlisted',
      install: 'APP_NOT_LISTED',
      delete: 'gone',
    },
    unlisted: {
      list: 'listed',
      unlist: 'unlisted',
      edit: 'unlisted',
      install: 'APP_NOT_LISTED',
      delete: 'gone',
    },
    listed: { list: 'listed', unlist: 'unlisted', edit: 'listed', install: 'listed', delete: 'gone' },
    installed: {
      list: 'listed',
      unlist: 'unlisted',
      edit: 'listed',
      install: 'APP_ALREADY_INSTALLED',
      delete: 'APP_INSTALLED',
    },
    'unlisted while installed': {
      list: 'listed',
      unlist: 'unlisted',
      edit: 'unlisted',
      install: 'APP_NOT_LISTED',
      delete: 'APP_INSTALLED',
    },
  } as const;
  type State = keyof typeof MATRIX;
  const call = (method: string, path: string, body?: unknown) => suite.host.call(method, path, body);
  const listing = async (): Promise<string> => {
    const row = (await call('GET', '/app/console/list')).rows?.[0];
    return row === undefined ? 'gone' : row['status'] === 1 ? 'listed' : 'unlisted';
  };
  const act = (appId: number, action: string): Promise<Answer> => {
    if (action === 'list') return call('POST', `/app/console/${appId}/status?status=1`);
    if (action === 'unlist') return call('POST', `/app/console/${appId}/status?status=0`);
    if (action === 'edit') return call('PUT', '/app/console', { appId, author: 'x' });
    if (action === 'install') return call('POST', '/app/install', { appCode: 'demo' });
    return call('DELETE', `/app/console/${appId}`);
  };
  /** Brings the host's one application into the state, from whichever it is in. */
  const reach = async (state: State, file: string): Promise<number> => {
    for (const row of (await call('GET', '/app/install/list')).rows ?? [])
      ok(await call('DELETE', `/app/install/${String(row['installId'])}`));
    for (const row of (await call('GET', '/app/console/list')).rows ?? [])
      ok(await call('DELETE', `/app/console/${String(row['appId'])}`));
    if (state === 'without a version') return (await suite.host.save(file)).appId;
    const { appId } = await suite.host.publish(file);
    if (state.includes('installed')) ok(await act(appId, 'install'));
    if (state.includes('unlisted')) ok(await act(appId, 'unlist'));
    return appId;
  };

  it('spec: States, each action on a listing in each state', async () => {
    const file = await suite.workshop.build({ backend: null });
    for (const state of Object.keys(MATRIX) as State[]) {
      for (const [action, expected] of Object.entries(MATRIX[state])) {
        const appId = await reach(state, file);
        const before = await listing();
        const answer = await act(appId, action);
        const after = await listing();
        expect([state, action, answer.status === 200 ? after : answer.error]).toEqual([
          state,
          action,
          expected,
        ]);
        if (answer.status !== 200) {
          expect([answer.status, after, answer.fix]).toEqual([409, before, expect.any(String)]);
        }
      }
    }
  });
});

const LEFT = ['installing', 'upgrading', 'uninstalling', 'failed'] as const;
/** States that an operation leaves when it fails or dies. */
const isLeft = (state: string): state is (typeof LEFT)[number] => (LEFT as readonly string[]).includes(state);

describe('the states of an installation', () => {
  const suite = marketSuite();
  const { disabled, enabled } = INSTALL;
  /** The state after each action in each state, or the code of the refusal. */
  const MATRIX = {
    none: {
      install: enabled,
      upgrade: 'INSTALL_NOT_FOUND',
      rollback: 'INSTALL_NOT_FOUND',
      enable: 'INSTALL_NOT_FOUND',
      disable: 'INSTALL_NOT_FOUND',
      uninstall: 'INSTALL_NOT_FOUND',
    },
    failed: {
      install: enabled,
      upgrade: 'INSTALL_INCOMPLETE',
      rollback: 'INSTALL_INCOMPLETE',
      enable: 'APP_NOT_DISABLED',
      disable: 'APP_NOT_ENABLED',
      uninstall: undefined,
    },
    // The next three are left only where a failed operation could not be taken back: the same
    // request again resumes.
    installing: {
      install: enabled,
      upgrade: 'INSTALL_INCOMPLETE',
      rollback: 'INSTALL_INCOMPLETE',
      enable: 'APP_NOT_DISABLED',
      disable: 'APP_NOT_ENABLED',
      uninstall: undefined,
    },
    upgrading: {
      install: 'APP_ALREADY_INSTALLED',
      upgrade: enabled,
      rollback: 'ROLLBACK_NONE',
      enable: 'APP_NOT_DISABLED',
      disable: 'APP_NOT_ENABLED',
      uninstall: undefined,
    },
    uninstalling: {
      install: 'APP_ALREADY_INSTALLED',
      upgrade: enabled,
      rollback: 'ROLLBACK_NONE',
      enable: 'APP_NOT_DISABLED',
      disable: 'APP_NOT_ENABLED',
      uninstall: undefined,
    },
    enabled: {
      install: 'APP_ALREADY_INSTALLED',
      upgrade: enabled,
      rollback: 'ROLLBACK_NONE',
      enable: 'APP_NOT_DISABLED',
      disable: disabled,
      uninstall: undefined,
    },
    'enabled, upgraded': {
      install: 'APP_ALREADY_INSTALLED',
      upgrade: 'APP_UP_TO_DATE',
      rollback: enabled,
      enable: 'APP_NOT_DISABLED',
      disable: disabled,
      uninstall: undefined,
    },
    disabled: {
      install: 'APP_ALREADY_INSTALLED',
      upgrade: disabled,
      rollback: 'ROLLBACK_NONE',
      enable: enabled,
      disable: 'APP_NOT_ENABLED',
      uninstall: undefined,
    },
    'disabled, upgraded': {
      install: 'APP_ALREADY_INSTALLED',
      upgrade: 'APP_UP_TO_DATE',
      rollback: disabled,
      enable: enabled,
      disable: 'APP_NOT_ENABLED',
      uninstall: undefined,
    },
  } as const;
  type State = keyof typeof MATRIX;
  const call = (method: string, path: string, body?: unknown) => suite.host.call(method, path, body);
  const row = async () => (await call('GET', '/app/install/list')).rows?.[0];
  const act = (installId: number, action: string, version?: string): Promise<Answer> => {
    if (action === 'install') return call('POST', '/app/install', { appCode: 'demo', version });
    if (action === 'uninstall') return call('DELETE', `/app/install/${installId}`);
    return call('POST', `/app/install/${installId}/${action}`);
  };
  const installId = async () => Number((await row())?.['installId'] ?? 1);
  const set = async (status: InstallStatus): Promise<void> => {
    await suite.host.rows((query) => query.updateTable('app_install').set({ status }).execute());
    const access = suite.host.host.services.use(APPLICATION_ACCESS);
    await (access as unknown as { reload(): Promise<void> }).reload();
  };
  const reach = async (state: State): Promise<void> => {
    if (await row()) ok(await act(await installId(), 'uninstall'));
    if (state === 'none') return;
    ok(await act(1, 'install', '1.0.0'));
    if (state.includes('upgraded')) ok(await act(await installId(), 'upgrade'));
    if (state.includes('disabled')) ok(await act(await installId(), 'disable'));
    if (isLeft(state)) await set(INSTALL[state]);
  };

  it('spec: States, each action on an installation in each state', async () => {
    await suite.host.publish(await suite.workshop.build({ version: '1.0.0', backend: null }));
    await suite.host.publish(await suite.workshop.build({ version: '1.1.0', backend: null }));
    for (const state of Object.keys(MATRIX) as State[]) {
      for (const [action, expected] of Object.entries(MATRIX[state])) {
        await reach(state);
        const before = await row();
        const answer = await act(await installId(), action);
        const after = await row();
        const found = answer.status === 200 ? after?.['status'] : answer.error;
        expect([state, action, found]).toEqual([state, action, expected]);
        if (answer.status === 200) continue;
        expect([answer.status, answer.fix]).toEqual([state === 'none' ? 404 : 409, expect.any(String)]);
        // Why an action was refused may be noted in the record; what it is stays.
        const what = ({ failure: _failure, ...rest }: Readonly<Record<string, unknown>> = {}) => rest;
        expect(what(after)).toEqual(what(before));
      }
    }
  });
});
