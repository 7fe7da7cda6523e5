import { expect, it } from 'vitest';
import type { DoctorFinding } from '../api/doctor-api.ts';
import { CHINESE, wordsOf } from './finding-words.ts';

const checks = import.meta.glob<string>('../../../../server/src/doctor/checks/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** States that only the command meets: it examines before the first start. */
const COMMAND_ONLY = ['database.none', 'schema.empty'];
/** States whose names the checks compute. */
const COMPUTED = ['keyFiles.others', 'keyFiles.group', 'securityMode.warn', 'securityMode.off'];

const finding: DoctorFinding = {
  check: 'keyFiles',
  state: 'others',
  severity: 'error',
  facts: { file: '/data/key', mode: '0644' },
  what: 'Every user can read it.',
  fix: 'chmod 600 /data/key',
};

/** `check.state` of each finding in the sources of the host. */
function statesOfHost(): string[] {
  const states = Object.values(checks).flatMap((source) =>
    source
      .split("findingsOf('")
      .slice(1)
      .flatMap((part) => {
        const check = part.slice(0, part.indexOf("'"));
        const raised = [...part.matchAll(/\b(?:error|warning)\(\s*'([\w-]+)'/g)].map(([, state]) => state);
        const inOrder = [...part.matchAll(/\bok\([^\n]*, '([\w-]+)'\)/g)].map(([, state]) => state);
        return [...raised, ...inOrder, 'ok'].map((state) => `${check}.${state}`);
      }),
  );
  return [...new Set([...states, ...COMPUTED])].filter((state) => !COMMAND_ONLY.includes(state));
}

it('has Chinese texts for every finding of the host, and no others', () => {
  const states = statesOfHost();
  expect(states.length).toBeGreaterThan(30);
  expect(Object.keys(CHINESE).sort()).toEqual(states.sort());
});

it('fills facts in, and shows what the host says where it has no texts', () => {
  expect(wordsOf(finding, 'zh-CN')).toMatchObject({
    what: '本机所有用户都能读取 /data/key（0644）。',
    fix: 'chmod 600 /data/key',
  });
  expect(wordsOf(finding, 'en-US').what).toBe('Every user can read it.');
  expect(wordsOf({ ...finding, state: 'new' }, 'zh-CN').what).toBe('Every user can read it.');
  expect(wordsOf({ ...finding, facts: {} }, 'zh-CN').fix).toBe('chmod 600 {file}');
  const broken = { ...finding, check: 'disk', state: 'failed', facts: { reason: 'It hangs.' } };
  expect(wordsOf(broken, 'zh-CN', () => '没有响应。').what).toBe('检查“disk”失败：没有响应。');
});
