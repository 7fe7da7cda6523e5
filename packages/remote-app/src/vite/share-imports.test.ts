import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import { ELEMENT_PLUS_STYLE, shareImports } from './share-imports.ts';

const share = (code: string, standIn = (name: string) => `virtual:platform-share/${name}`) =>
  shareImports(code, 'x.ts', { parse: (text) => parseAst(text), standIn })?.code;

describe('imports of shared modules', () => {
  it.each([
    [`import { ref } from 'vue';`, `import { ref } from "virtual:platform-share/vue";`],
    [`import axios from 'axios';`, `import axios from "virtual:platform-share/axios";`],
    [`export { ref } from 'vue';`, `export { ref } from "virtual:platform-share/vue";`],
    [`export * from 'pinia';`, `export * from "virtual:platform-share/pinia";`],
    [`const v = await import('vue-router');`, `const v = await import("virtual:platform-share/vue-router");`],
    [
      `import { ElTable } from 'element-plus/es/components/table/index.mjs';`,
      `import { ElTable } from "virtual:platform-share/element-plus";`,
    ],
    [
      `import { ElTable } from 'element-plus/es';`,
      `import { ElTable } from "virtual:platform-share/element-plus";`,
    ],
  ])('%s', (code, expected) => {
    expect(share(code)).toBe(expected);
  });

  it("use the module's name where an import map resolves it", () => {
    const bare = (code: string) => share(code, (name) => name);
    expect(bare(`import { ElTable } from 'element-plus/es';`)).toBe(
      `import { ElTable } from "element-plus";`,
    );
    expect(bare(`import { ref } from 'vue';`)).toBeUndefined();
  });

  it('leave others alone, strings and styles included', () => {
    expect(share(`import x from './vue'; const text = "from 'vue'";`)).toBeUndefined();
    expect(share(`import 'element-plus/es/components/table/style/css';`)).toBeUndefined();
    expect(ELEMENT_PLUS_STYLE.test('element-plus/dist/index.css')).toBe(true);
    expect(ELEMENT_PLUS_STYLE.test('element-plus/es/components/table/style/css')).toBe(true);
  });

  it('refuse the default export of a file inside Element Plus', () => {
    expect(() => share(`import ElTable from 'element-plus/es/components/table/index.mjs';`)).toThrow(
      /REMOTE_SHARED_BUNDLED/,
    );
  });
});
