// @vitest-environment node
import { describe, expect, it } from 'vitest';
import chinese from '../../../../CHANGELOG.zh-CN.md?raw';
import english from '../../../../CHANGELOG.md?raw';

/** Chinese headings of releases and areas; versions are the same in both. */
const HEADINGS: Readonly<Record<string, string>> = {
  Unreleased: '未发布',
  Administration: '平台管理',
  Applications: '应用',
  Hosts: '主机',
  Operations: '运维',
  Security: '安全',
  Development: '开发',
};

/** Lines from the first release on, with their numbers. */
function linesOf(markdown: string) {
  const lines = markdown.split('\n').map((text, index) => ({ text, number: index + 1 }));
  const first = lines.findIndex(({ text }) => text.startsWith('## '));
  return lines.slice(first).filter(({ text }) => text !== '');
}

/** The members of a line that both languages share. */
function shapeOf(text: string): string {
  const [, mark, heading] = /^(#+) (.*)$/.exec(text) ?? [];
  if (mark && heading) return `${mark} ${HEADINGS[heading] ?? heading}`;
  const kind = text.startsWith('- ') ? 'change' : 'text';
  const codes = text.match(/`[^`]+`/g) ?? [];
  const strong = text.match(/\*\*[^*]+\*\*/g) ?? [];
  return [kind, strong.length, ...codes.toSorted()].join(' ');
}

/** The first lines that do not belong together, as they stand in the files. */
function firstDifference(inEnglish: string, inChinese: string): string | undefined {
  const [ours, theirs] = [linesOf(inEnglish), linesOf(inChinese)];
  const longer = ours.length > theirs.length ? ours : theirs;
  const at = longer.findIndex(
    (_line, index) => shapeOf(ours[index]?.text ?? '#') !== shapeOf(theirs[index]?.text ?? '#'),
  );
  if (at === -1) return undefined;
  const shown = (file: string, line = { text: '(end)', number: 0 }) => `${file}:${line.number} ${line.text}`;
  return `${shown('CHANGELOG.md', ours[at])}\n${shown('CHANGELOG.zh-CN.md', theirs[at])}`;
}

it('tells the same releases, areas and changes in both languages', () => {
  expect(firstDifference(english, chinese)).toBeUndefined();
});

describe('a difference is named by the first lines that do not belong together', () => {
  const ours =
    '# C\n\n## Unreleased\n\n### Hosts\n\n- One.\n- Two `a` and `b`.\n\n### Security\n\n- Three.\n';
  const theirs = '# 更\n\n## 未发布\n\n### 主机\n\n- 一。\n- `b` 和 `a` 二。\n\n### 安全\n\n- 三。\n';

  it('takes code in another order', () => expect(firstDifference(ours, theirs)).toBeUndefined());

  it.each([
    ['a line of one only', '- 一。\n', '', '- One.', '- `b` 和 `a` 二。'],
    ['another code', '`b` 和', '`c` 和', '- Two `a` and `b`.', '- `c` 和 `a` 二。'],
    ['a line more in an area', '### 安全', '- 多。\n\n### 安全', '### Security', '- 多。'],
    ['another area', '### 安全', '### 运维', '### Security', '### 运维'],
    ['a last line of one only', '- 三。\n', '', '- Three.', '(end)'],
    ['a page named in one only', '- 三。', '- **三**。', '- Three.', '- **三**。'],
  ])('%s', (_what, from, to, inEnglish, inChinese) => {
    const difference = firstDifference(ours, theirs.replace(from, to))?.split('\n');
    expect(difference?.[0]).toMatch(/^CHANGELOG\.md:\d+ /);
    expect(difference?.map((line) => line.replace(/^\S+ /, ''))).toEqual([inEnglish, inChinese]);
  });
});
