import { describe, expect, it } from 'vitest';
import { ok } from '../testing/market-host.ts';
import { marketSuite } from '../testing/market-suite.ts';
import type { AppVersion } from '../records/version-store.ts';
import { latestOf, refusedTransition } from './version-states.ts';

describe('latest_version', () => {
  it.each([
    [
      [
        ['1.0.0', 1],
        ['1.10.0', 1],
        ['1.9.0', 1],
      ],
      '1.10.0',
    ],
    [
      [
        ['2.0.0', 3],
        ['1.0.0', 1],
      ],
      '1.0.0',
    ],
    [
      [
        ['2.0.0', 3],
        ['3.0.0', 2],
        ['1.0.0', 3],
      ],
      '2.0.0',
    ],
    [
      [
        ['1.0.0', 2],
        ['2.0.0', 0],
      ],
      null,
    ],
  ] as const)('of %j is %s', (rows, latest) => {
    expect(latestOf(rows.map(([version, status]) => ({ version, status })))).toBe(latest);
  });
});

it.each([
  [1, 'published', 'VERSION_NOT_PENDING', 'is published and cannot be published', 'Save a new version.'],
  [3, 'deleted', 'VERSION_NOT_PENDING', 'is deprecated and cannot be deleted', 'Save a new version.'],
  [
    0,
    'restored',
    'VERSION_STATE',
    'is pending and',
    'Only an unlisted or deprecated version can be restored.',
  ],
  [0, 'unlisted', 'VERSION_STATE', 'is pending and', 'Publish it first, or delete it.'],
  [2, 'unlisted', 'VERSION_STATE', 'is unlisted and', 'Restore it first.'],
  [3, 'unlisted', 'VERSION_STATE', 'is deprecated and', 'Restore it first.'],
] as const)(
  'a version in state %d that cannot be %s is told what to do: %s',
  (status, what, code, says, fix) => {
    const version = { appCode: 'demo', version: '1.0.0', status } as AppVersion;
    expect(refusedTransition(version, what)).toMatchObject({
      code,
      fix,
      message: expect.stringContaining(`demo 1.0.0 ${says}`) as string,
    });
  },
);

const STATES = ['pending', 'published', 'unlisted', 'deprecated'] as const;
const ACTIONS = ['publish', 'unlist', 'deprecate', 'restore', 'deploy', 'delete'] as const;
/** The state after each action in each state, or the code of the refusal. */
const MATRIX: Record<(typeof ACTIONS)[number], ReadonlyArray<number | string>> = {
  publish: [1, 'VERSION_NOT_PENDING', 'VERSION_NOT_PENDING', 'VERSION_NOT_PENDING'],
  unlist: ['VERSION_STATE', 2, 'VERSION_STATE', 'VERSION_STATE'],
  deprecate: ['VERSION_STATE', 3, 'VERSION_STATE', 'VERSION_STATE'],
  restore: ['VERSION_STATE', 'VERSION_STATE', 1, 1],
  deploy: ['VERSION_NOT_PUBLISHED', 1, 2, 3],
  delete: ['gone', 'VERSION_NOT_PENDING', 'VERSION_NOT_PENDING', 'VERSION_NOT_PENDING'],
};

describe('the states of a version', () => {
  const suite = marketSuite();
  const act = (versionId: number, action: string) => {
    const path = `/app/version/${versionId}`;
    return action === 'delete'
      ? suite.host.call('DELETE', path)
      : suite.host.call(
          'POST',
          `${path}/${action}`,
          action === 'deprecate' ? { reason: 'Loses rows.' } : undefined,
        );
  };
  const listing = async () => ((await suite.host.call('GET', '/app/console/list')).rows ?? [])[0];

  it('spec: States, each action in each state', async () => {
    const { versionId } = await suite.host.save(await suite.workshop.build({ backend: null }));
    const record = async () => {
      const { status, data } = await suite.host.call('GET', `/app/version/${versionId}`);
      return status === 404 ? 'gone' : data;
    };
    // The pending version is deleted last: nothing comes after that.
    const tries = STATES.flatMap((state, status) => ACTIONS.map((action) => ({ state, status, action })));
    const last = ({ state, action }: (typeof tries)[number]): number =>
      state === 'pending' && action === 'delete' ? 1 : 0;
    for (const { state, status, action } of tries.sort((a, b) => last(a) - last(b))) {
      await suite.host.rows((query) =>
        query
          .updateTable('app_version')
          .set({ status: status as 0 })
          .execute(),
      );
      const before = await record();
      const answer = await act(versionId, action);
      const after = await record();
      const expected = MATRIX[action][status];
      const now = typeof after === 'string' ? after : after['status'];
      expect([state, action, answer.error ?? now]).toEqual([state, action, expected]);
      if (answer.status !== 200)
        expect([answer.status, answer.fix, after]).toEqual([409, expect.any(String), before]);
    }
    expect((await act(1, 'unlist')).status).toBe(404);
    expect(
      await suite.host.call('POST', `/app/version/${versionId}/deprecate`, { reason: '  ' }),
    ).toMatchObject({
      error: 'VALIDATION_FAILED',
    });
  });

  it('offers a deprecated version last and an unlisted one never, and leaves running code alone', async () => {
    const build = (version: string) => suite.workshop.build({ version });
    await suite.host.publish(await build('1.0.0'));
    const second = await suite.host.publish(await build('1.1.0'));
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo', version: '1.0.0' }));
    const third = await suite.host.publish(await build('1.2.0'));
    const offered = async () =>
      (ok(await suite.host.call('GET', '/app/market/demo'))['versions'] as Array<{ version: string }>).map(
        ({ version }) => version,
      );

    ok(await act(third.versionId, 'deprecate'));
    expect(await offered()).toEqual(['1.1.0', '1.0.0', '1.2.0']);
    expect(await listing()).toMatchObject({ latestVersion: '1.1.0', status: 1 });

    ok(await act(second.versionId, 'unlist'));
    expect(await offered()).toEqual(['1.0.0', '1.2.0']);
    expect((await suite.host.call('GET', '/app/market/list')).rows).toMatchObject([{ state: 'installed' }]);
    const upgrade = async (version?: string) =>
      suite.host.call('POST', `/app/install/${await suite.installId()}/upgrade`, { version });
    expect(await upgrade('1.1.0')).toMatchObject({ status: 409, error: 'VERSION_UNLISTED' });
    expect(await upgrade()).toMatchObject({ status: 409, error: 'APP_UP_TO_DATE' });

    const { taskId } = ok(await upgrade('1.2.0'));
    expect(ok(await suite.host.call('GET', `/app/task/${String(taskId)}`))['logText']).toContain(
      'deprecated: Loses rows.',
    );
    ok(await act(third.versionId, 'restore'));
    ok(await act(third.versionId, 'unlist'));
    expect(await suite.greeting()).toBe('hello 1.2.0');
    expect(await offered()).toEqual(['1.2.0', '1.0.0']);
    const id = await suite.installId();
    ok(await suite.host.call('POST', `/app/install/${id}/disable`));
    ok(await suite.host.call('POST', `/app/install/${id}/enable`));
    expect(await upgrade()).toMatchObject({ error: 'APP_UP_TO_DATE' });
  });

  it('unlists an application without available versions', async () => {
    const { versionId, appId } = await suite.host.publish(await suite.workshop.build());
    ok(await act(versionId, 'unlist'));
    expect(await listing()).toMatchObject({ latestVersion: null, status: 0 });
    expect((await suite.host.call('GET', '/app/market/list')).rows).toEqual([]);
    expect(await suite.host.call('POST', `/app/console/${appId}/status?status=1`)).toMatchObject({
      error: 'APP_WITHOUT_VERSION',
    });
    ok(await act(versionId, 'restore'));
    expect(await listing()).toMatchObject({ latestVersion: '1.0.0', status: 0 });
    ok(await suite.host.call('POST', `/app/console/${appId}/status?status=1`));
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
  });
});
