// @vitest-environment node
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/shared/http';
import type { CountedListing, ParsedPackage, Version } from '@platform/host-api';
import { groupFindings } from './findings.ts';
import { packageLimit, refuseAtOnce } from './local-check.ts';
import type { PublishFlowOptions } from './publish-flow.ts';
import { createPublishFlow, isSwept, newKeyOf } from './publish-flow.ts';
import { tokenState } from './token-state.ts';

const zip = new File(['content'], 'hello-1.0.0.zip');
const parsed: ParsedPackage = {
  packageUrl: 'packages/hello.zip',
  packageSize: 7,
  packageMd5: 'm',
  packageSha256: 's',
  manifestJson: '{}',
  securityNote: '',
  appCode: 'hello',
  version: '1.0.0',
  name: 'Hello',
  findings: [],
  signature: { state: 'signed' },
};
const known: CountedListing = {
  appId: 3,
  appCode: 'hello',
  name: 'Hello',
  description: null,
  icon: null,
  category: null,
  author: null,
  homepage: null,
  status: 1,
  latestVersion: '0.9.0',
  updateTime: '2026-01-01T00:00:00.000Z',
  installs: 0,
  versions: 1,
};
const saved: Version = {
  versionId: 9,
  appId: 3,
  appCode: 'hello',
  version: '1.0.0',
  status: 0,
  releaseTime: null,
  releaseNotes: null,
  packageUrl: parsed.packageUrl,
  packageSize: 7,
  packageMd5: 'm',
  packageSha256: 's',
  manifestJson: '{}',
  signatureState: 'signed',
  signerKeyId: null,
  deprecateReason: null,
  publisher: null,
  createTime: '2026-11-22T05:00:00.000Z',
};

function flowWith(
  patch: Partial<PublishFlowOptions['api']> = {},
  check: PublishFlowOptions['check'] = async () => undefined,
) {
  const api = {
    parse: vi.fn<PublishFlowOptions['api']['parse']>(async () => parsed),
    find: vi.fn<PublishFlowOptions['api']['find']>(async () => undefined),
    versions: vi.fn<PublishFlowOptions['api']['versions']>(async () => []),
    save: vi.fn<PublishFlowOptions['api']['save']>(async () => saved),
    publish: vi.fn<PublishFlowOptions['api']['publish']>(async () => undefined),
    setListed: vi.fn<PublishFlowOptions['api']['setListed']>(async () => undefined),
    ...patch,
  };
  return {
    api,
    flow: createPublishFlow({
      api,
      check,
      taken: () => new ApiError({ code: 'VERSION_EXISTS', status: 409, message: 'x' }),
    }),
  };
}

const refusal = new ApiError({
  code: 'PACKAGE_UNSIGNED',
  status: 400,
  message: 'unsigned',
  details: [{ code: 'PACKAGE_UNSIGNED', severity: 'error', message: 'The package is unsigned.' }],
});

describe('publish flow', () => {
  it('leads a new application from its package to the market', async () => {
    const { api, flow } = flowWith();
    flow.form.releaseNotes = ' First ';
    await flow.choose(zip);
    expect(flow.stage.value).toBe('uploaded');
    expect(flow.form.name).toBe('Hello');
    await flow.save();
    await flow.publish();
    expect(flow.stage.value).toBe('published');
    await flow.list();
    expect(flow.stage.value).toBe('listed');
    expect(flow.reached.value).toBe(3);
    expect(api.save).toHaveBeenCalledWith({
      packageUrl: 'packages/hello.zip',
      packageSha256: 's',
      releaseNotes: 'First',
      name: 'Hello',
    });
    expect(api.publish).toHaveBeenCalledWith(9);
    expect(api.setListed).toHaveBeenCalledWith(3, true);
  });

  it('goes the last two steps by one press; a listing that failed is the next step', async () => {
    const setListed = vi.fn<PublishFlowOptions['api']['setListed']>().mockRejectedValueOnce(refusal);
    const { api, flow } = flowWith({ setListed });
    await flow.choose(zip);
    await flow.save();
    await flow.publishAndList();
    expect([flow.stage.value, flow.error.value]).toEqual(['published', refusal]);
    await flow.list();
    expect([flow.stage.value, flow.error.value]).toEqual(['listed', undefined]);
    expect(api.publish).toHaveBeenCalledOnce();
    expect(setListed).toHaveBeenCalledTimes(2);
  });

  it('lists nothing that could not be published', async () => {
    const { api, flow } = flowWith({ publish: vi.fn().mockRejectedValueOnce(refusal) });
    await flow.choose(zip);
    await flow.save();
    await flow.publishAndList();
    expect([flow.stage.value, flow.error.value]).toEqual(['saved', refusal]);
    expect(api.setListed).not.toHaveBeenCalled();
  });

  it('saves a package of another key after a confirmation', async () => {
    const details = { appCode: 'hello', known: ['a'], keyId: '0123456789abcdef' };
    const failure = new ApiError({ code: 'PACKAGE_KEY_CHANGED', status: 409, message: 'other key', details });
    const save = vi.fn<PublishFlowOptions['api']['save']>();
    save.mockRejectedValueOnce(failure).mockResolvedValueOnce(saved);
    const { flow } = flowWith({ save });
    await flow.choose(zip);
    await flow.save();
    expect(newKeyOf(flow.error.value)).toBe('0123456789abcdef');
    await flow.saveWithKey('0123456789abcdef');
    expect(flow.stage.value).toBe('saved');
    expect(save.mock.lastCall?.[0]).toMatchObject({ confirmKey: '0123456789abcdef' });
    expect(newKeyOf(refusal)).toBeUndefined();
  });

  it('uploads a file again that was swept before the save, and keeps the input', async () => {
    const swept = new ApiError({ code: 'PACKAGE_MISSING', status: 404, message: 'gone' });
    const save = vi.fn<PublishFlowOptions['api']['save']>();
    save.mockRejectedValueOnce(swept).mockResolvedValueOnce(saved);
    const { api, flow } = flowWith({ save });
    await flow.choose(zip);
    flow.form.releaseNotes = 'First.';
    await flow.save();
    expect([flow.stage.value, isSwept(flow.error.value)]).toEqual(['uploaded', true]);
    await flow.choose(zip);
    expect([flow.stage.value, flow.error.value]).toEqual(['uploaded', undefined]);
    await flow.save();
    expect(api.parse).toHaveBeenCalledTimes(2);
    expect(save.mock.lastCall?.[0]).toMatchObject({ releaseNotes: 'First.' });
    expect(isSwept(refusal)).toBe(false);
  });

  it('refuses a version that is saved already at once, not only when it is to be saved', async () => {
    const versions = async () => [{ ...saved, version: parsed.version, operations: [] } as never];
    const { api, flow } = flowWith({ find: async () => known, versions });
    await flow.choose(zip);
    expect(flow.stage.value).toBe('refused');
    expect(flow.error.value).toMatchObject({ code: 'VERSION_EXISTS' });
    expect(flow.parsed.value).toBeUndefined();
    expect(api.save).not.toHaveBeenCalled();
  });

  it('ends with publishing for a listed application, and keeps its name', async () => {
    const { api, flow } = flowWith({ find: async () => known });
    await flow.choose(zip);
    await flow.save();
    await flow.publish();
    expect(flow.stage.value).toBe('listed');
    expect(api.setListed).not.toHaveBeenCalled();
    expect(api.save).toHaveBeenCalledWith({ appId: 3, packageUrl: 'packages/hello.zip', packageSha256: 's' });
  });

  it('spec: Errors/upload under enforce, unsigned package: shows the refusal and keeps the input', async () => {
    const parse = vi
      .fn<PublishFlowOptions['api']['parse']>()
      .mockRejectedValueOnce(refusal)
      .mockResolvedValueOnce(parsed);
    const { flow } = flowWith({ parse });
    flow.form.releaseNotes = 'Notes';
    await flow.choose(zip);
    expect(flow.stage.value).toBe('refused');
    expect(flow.error.value).toBe(refusal);
    expect(flow.form.releaseNotes).toBe('Notes');
    await flow.choose(zip);
    expect(flow.stage.value).toBe('uploaded');
    expect(flow.error.value).toBeUndefined();
  });

  it('uploads nothing that is certain to be refused', async () => {
    const { api, flow } = flowWith({}, async () => refusal);
    await flow.choose(zip);
    expect(flow.stage.value).toBe('refused');
    expect(api.parse).not.toHaveBeenCalled();
  });

  it('aborts an upload and ignores its result', async () => {
    const pending = Promise.withResolvers<ParsedPackage>();
    const { api, flow } = flowWith({ parse: vi.fn(() => pending.promise) });
    const choosing = flow.choose(zip);
    expect(flow.stage.value).toBe('uploading');
    flow.cancel();
    pending.resolve(parsed);
    await choosing;
    expect(flow.stage.value).toBe('choose');
    expect(vi.mocked(api.parse).mock.calls[0]?.[1].signal.aborted).toBe(true);
  });

  it('runs each step once and in order', async () => {
    const { api, flow } = flowWith();
    await flow.publish();
    await flow.choose(zip);
    await Promise.all([flow.save(), flow.save()]);
    expect(api.save).toHaveBeenCalledTimes(1);
    expect(api.publish).not.toHaveBeenCalled();
  });

  it('stays at a failed step, which can be retried', async () => {
    const publish = vi.fn().mockRejectedValueOnce(refusal).mockResolvedValueOnce(undefined);
    const { flow } = flowWith({ publish });
    await flow.choose(zip);
    await flow.save();
    await flow.publish();
    expect([flow.stage.value, flow.error.value]).toEqual(['saved', refusal]);
    await flow.publish();
    expect([flow.stage.value, flow.error.value]).toEqual(['published', undefined]);
  });

  it('reports what leaving would lose', async () => {
    const { flow } = flowWith();
    expect(flow.unsaved.value).toBe(false);
    await flow.choose(zip);
    expect(flow.unsaved.value).toBe(true);
    await flow.save();
    expect(flow.unsaved.value).toBe(false);
  });
});

describe('local check', () => {
  const t = (key: string) => key;
  it.each([
    ['hello.tar', 5, 'PK', 'PACKAGE_NOT_ZIP'],
    ['hello.zip', 0, '', 'PACKAGE_NOT_ZIP'],
    ['hello.ZIP', packageLimit, 'PK', undefined],
    ['hello.zip', packageLimit + 1, 'PK', 'PACKAGE_TOO_LARGE'],
    ['letter.zip', 9, 'Dear', 'PACKAGE_NOT_ZIP'],
  ])('spec: Limits/package size and name: %s with %i bytes', async (name, size, begin, code) => {
    const slice = (from?: number, to?: number) => new Blob([begin]).slice(from, to);
    expect((await refuseAtOnce({ name, size, slice }, t))?.code).toBe(code);
  });
});

describe('findings', () => {
  it('are grouped with errors first, and an unknown severity counts as an error', () => {
    const groups = groupFindings([
      { severity: 'info', message: 'i' },
      { severity: 'warning', message: 'w' },
      { severity: 'error', message: 'e1' },
      { severity: 'fatal', message: 'e2' },
    ]);
    expect(
      groups.map(({ severity, findings }) => [severity, findings.map(({ message }) => message)]),
    ).toEqual([
      ['error', ['e1', 'e2']],
      ['warning', ['w']],
      ['info', ['i']],
    ]);
  });
});

describe('an interface token', () => {
  const now = Date.parse('2026-06-01T00:00:00.000Z');
  it.each([
    [null, null, 'active'],
    ['2026-06-02T00:00:00.000Z', null, 'active'],
    ['2026-06-01T00:00:00.000Z', null, 'expired'],
    ['2026-05-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z', 'revoked'],
  ] as const)('that expires %s and was revoked %s is %s', (expireTime, revokedTime, state) => {
    expect(tokenState({ expireTime, revokedTime }, now)).toBe(state);
  });
});
