import { expect, it } from 'vitest';
import { problemOf } from './source-problem.ts';

const folder = '/apps/hello-app/';

it('findings: applications 6: reports the first of several compiler errors, with file and line', () => {
  const message = `Transform failed with 2 errors:

[PARSE_ERROR] Identifier expected.
   ╭─[ src/counts.ts?t=3:1:10 ]
   │
 1 │ import { import { shallowRef } from 'vue';
   │          ───┬──
───╯

[PARSE_ERROR] Expected \`,\`
   ╭─[ src/counts.ts?t=3:7:17 ]
   │
───╯
`;
  expect(problemOf({ message, id: `${folder}src/counts.ts?t=3`, frame: '' }, folder)).toEqual({
    message: '[PARSE_ERROR] Identifier expected.',
    file: 'src/counts.ts',
    line: 1,
    column: 10,
    frame: "   │\n 1 │ import { import { shallowRef } from 'vue';\n   │          ───┬──",
  });
});

it('design 5.4: reads a position from the message', () => {
  const message = `[vue/compiler-sfc] Unexpected token (21:6)\n\n${folder}src/List.vue\n21 | const\n`;
  expect(problemOf({ message }, folder)).toEqual({
    message: '[vue/compiler-sfc] Unexpected token (21:6)',
    file: 'src/List.vue',
    line: 21,
    column: 6,
    frame: '21 | const\n',
  });
});

it('design 5.4: uses a given position unchanged', () => {
  const told = { id: `${folder}src/List.vue?vue`, loc: { line: 3, column: 4 }, frame: '3 | <div' };
  expect(problemOf({ message: 'No end tag', ...told }, folder)).toEqual({
    message: 'No end tag',
    file: 'src/List.vue',
    line: 3,
    column: 4,
    frame: '3 | <div',
  });
});
