import { describe, expect, it } from 'vitest';
import { scopeSheet } from './scope-sheet.ts';

const style = (selectorText: string, body = 'color: red;') => ({
  selectorText,
  cssText: `${selectorText} { ${body} }`,
  cssRules: [],
});
const group = (prelude: string, cssRules: { cssText: string; selectorText?: string }[]) => ({
  cssText: `${prelude} { ${cssRules.map((rule) => rule.cssText).join(' ')} }`,
  cssRules,
});
const scope = (...rules: Parameters<typeof scopeSheet>[0][]) =>
  scopeSheet(
    rules.flatMap((list) => Array.from(list)),
    'hello',
    'http://host/remote-apps/hello/style-1.css',
  );

describe('design 5.2: a remote’s rules reach its own views', () => {
  it('holds unscoped rules, leaves scoped ones outside, keeps the order', () => {
    const { text } = scope([style('*'), style('.el-button'), style('.a[data-v-1]'), style('h1')]);
    expect(text.replace(/\s+/g, ' ')).toBe(
      '@layer remote.hello { @scope ([data-app="hello"]) { * { color: red; } .el-button { color: red; } } .a[data-v-1] { color: red; } ' +
        '@scope ([data-app="hello"]) { h1 { color: red; } } }',
    );
  });

  it('does the same inside groups, and leaves keyframes and fonts as they are', () => {
    const frames = {
      cssText: '@keyframes spin { from { opacity: 0; } }',
      cssRules: [{ cssText: 'from { opacity: 0; }' }],
    };
    const { text } = scope([
      group('@media (width < 600px)', [style('p')]),
      frames,
      { cssText: '@font-face { font-family: X; }' },
    ]);
    expect(text.replace(/\s+/g, ' ')).toBe(
      '@layer remote.hello { @media (width < 600px) { @scope ([data-app="hello"]) { p { color: red; } } } ' +
        '@keyframes spin { from { opacity: 0; } } @font-face { font-family: X; } }',
    );
  });

  it('drops what reaches the whole page, and says so', () => {
    const { text, dropped } = scope([
      { cssText: '@import url("x.css");' },
      { cssText: '@page { margin: 0; }' },
    ]);
    expect(text).toBe('');
    expect(dropped).toHaveLength(2);
  });

  it('makes relative addresses absolute, and leaves others', () => {
    const address = (value: string) =>
      /url\([^)]*\)/.exec(scope([style('p', `background: ${value};`)]).text)?.[0];
    expect(address('url("logo.svg")')).toBe('url("http://host/remote-apps/hello/logo.svg")');
    expect(address("url('../x.png')")).toBe('url("http://host/remote-apps/x.png")');
    expect(address('url(/y.png)')).toBe('url("http://host/y.png")');
    expect(address('url("data:image/png;base64,AA")')).toBe('url("data:image/png;base64,AA")');
    expect(address('url(#grad)')).toBe('url(#grad)');
    expect(address('url(https://cdn/x.png)')).toBe('url(https://cdn/x.png)');
  });
});
