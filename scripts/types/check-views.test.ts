import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inRoot } from '../lib/paths.ts';
import type { CommandFailed } from '../lib/run.ts';
import { checkViews } from './check-views.ts';

const root = mkdtempSync(join(tmpdir(), 'views-'));
const write = (name: string, text: string): void => writeFileSync(join(root, name), text);

beforeAll(() => {
  for (const folder of ['node_modules', 'app', 'parts']) mkdirSync(join(root, folder));
  for (const name of ['vue', '@vue'])
    symlinkSync(inRoot('node_modules', name), join(root, 'node_modules', name));
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2024', 'dom'],
    types: [],
    paths: { '@/*': ['./*'] },
  };
  write('app/tsconfig.json', JSON.stringify({ compilerOptions, include: ['**/*.ts', '**/*.vue'] }));
  write(
    'parts/Rows.vue',
    `<script setup lang="ts" generic="T extends object">
defineProps<{ rows: readonly T[] }>();
defineEmits<{ chosen: [row: T] }>();
</script>
<template><slot v-for="row of rows" :row="row" /></template>
`,
  );
  write(
    'app/icon.ts',
    `import { h, type FunctionalComponent } from 'vue';
export const Icon: FunctionalComponent<{ size?: number }> = ({ size }) => h('i', { size });
`,
  );
});
afterAll(() => rmSync(root, { recursive: true }));

/** The reports for a component of these lines. */
async function reports(...lines: readonly string[]): Promise<readonly string[]> {
  write(
    'app/Users.vue',
    `<script setup lang="ts">
import { ref } from 'vue';
import { Icon } from '@/icon';
import Rows from '../parts/Rows.vue';
const users = ref([{ name: 'Ann', age: 3 }]);
const keep = (user: { name: string }) => user.name;
${lines.join('\n')}
`,
  );
  const compiler = inRoot('node_modules/typescript-7/bin/tsc');
  try {
    await checkViews({ root, config: 'app/tsconfig.json', imported: ['parts'], compiler });
    return [];
  } catch (error) {
    return (error as CommandFailed).output.split('\n');
  }
}

it('accepts a generic part, and attributes that no component declares', async () => {
  const template = [
    '<template>',
    '  <Rows v-slot="{ row }" :rows="users" @chosen="(user) => keep(user)">{{ row.age.toFixed() }}</Rows>',
    '  <Icon :size="2" aria-hidden="true" />',
    '</template>',
  ];
  expect(await reports('</script>', ...template)).toEqual([]);
});

it('reports mistakes of script and template where they stand', async () => {
  const template = [
    '<template>',
    '  <Rows v-slot="{ row }" :rows="users" @chosen="(user: string) => keep(user)">',
    '    {{ row.years }}',
    '  </Rows>',
    '  <Icon :size="keep" />',
    '</template>',
  ];
  const told = await reports("const age: number = 'three';", '</script>', ...template);
  const places = told.flatMap(
    (line) => /^app\/Users\.vue\((.+)\): error (TS\d+)/.exec(line)?.slice(1).join(' ') ?? [],
  );
  // Those of vue-tsc.
  expect(places).toEqual(['7,7 TS2322', '10,41 TS2322', '10,72 TS2345', '11,12 TS2339', '13,10 TS2322']);
});
