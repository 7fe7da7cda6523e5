// @vitest-environment node
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
    { code: 'hello', address: 'http://host/remote-apps/hello/style-1.css' },
  );

describe('design 5.2: a remote’s rules reach its own views', () => {
  it('wraps unscoped rules, leaves scoped ones outside, keeps the order', () => {
    const { text } = scope([style('*'), style('.el-button'), style('.a[data-v-1]'), style('h1')]);
    expect(text.replace(/\s+/g, ' ')).toBe(
      '@layer remote.hello { @scope ([data-app="hello"]) { * { color: red; } .el-button { color: red; } } .a[data-v-1] { color: red; } ' +
        '@scope ([data-app="hello"]) { h1 { color: red; } } }',
    );
  });

  it.each([
    [':root', ':root :scope'],
    ['html, body', 'html :scope, body :scope'],
    ['body.dark', 'body.dark :scope'],
    ['html > body:not(.x)', 'html > body:not(.x) :scope'],
    ['html.dark .card', 'html.dark :scope .card'],
    ['html body:not(.a .b) > .card', 'html body:not(.a .b) :scope > .card'],
    ['.dark .card', '.dark .card, .dark :scope .card'],
    ['.darker .card', '.darker .card'],
    ['.body, body-part, body::before', '.body, body-part, body::before'],
  ])('applies selectors of the page to its views: %s', (selector, expected) => {
    const { text } = scope([style(selector, '--size: 1px;')]);
    expect(text).toContain(`${expected} { --size: 1px; }`);
  });

  it('does the same inside groups, and gives keyframes and fonts the application’s name', () => {
    const frames = {
      cssText: '@keyframes spin { from { opacity: 0; } }',
      cssRules: [{ cssText: 'from { opacity: 0; }' }],
    };
    const { text } = scope([
      group('@media (width < 600px)', [style('p', 'animation: spin 1s;')]),
      frames,
      { cssText: '@font-face { font-family: X; }' },
    ]);
    expect(text.replace(/\s+/g, ' ')).toBe(
      '@layer remote.hello { @media (width < 600px) { @scope ([data-app="hello"]) { p { animation: hello--spin 1s; } } } ' +
        '@keyframes hello--spin { from { opacity: 0; } } @font-face { font-family: X; } @font-face { font-family: "hello--x"; } }',
    );
  });

  it.each([
    '@import url("x.css");',
    '@page { margin: 0; }',
    '@property --size { syntax: "<length>"; inherits: true; }',
    '@layer shell { p { color: red; } }',
    '@layer own, element-plus;',
    '@layer remote.member { p { color: red; } }',
    '@font-face { font-family: "Segoe UI"; src: url("x.woff2"); }',
    '@font-face{src:url("x.woff2");font-family:inter}',
  ])(
    'design 9.6-35, 9.7-48: drops %s, which reaches what is not the application’s, and says so',
    (cssText) => {
      const fonts = new Set(['segoe ui', 'inter']);
      const rules = [{ cssText, cssRules: [style('p')] }];
      const { text, dropped } = scopeSheet(rules, {
        code: 'hello',
        address: 'http://host/style.css',
        shellFonts: fonts,
      });
      expect([text, dropped]).toEqual(['', [cssText]]);
    },
  );

  it('keeps layers of its own, inside that of the application', () => {
    const { text, dropped } = scope([group('@layer own', [style('p')]), { cssText: '@layer shellac;' }]);
    expect(text).toContain('@layer own {\n@scope ([data-app="hello"])');
    expect(dropped).toEqual([]);
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
