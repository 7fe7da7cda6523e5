import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ESLint } from 'eslint';
import { isLongRun } from '@platform/package-format/testing';
import { expect, it, onTestFinished } from 'vitest';
import * as vueParser from 'vue-eslint-parser';
import { viewParser } from './view-parser.ts';

const root = join(import.meta.dirname, '..', '..');
const views = globSync('frontend/hello-app/src/**/*.vue', { cwd: root }).map((name) => join(root, name));

it.runIf(isLongRun)('components of an application share one program', async () => {
  const programs = new Set<unknown>();
  const parser = {
    parseForESLint(code: string, options: Parameters<typeof viewParser.parseForESLint>[1]) {
      const result = viewParser.parseForESLint(code, options);
      if (options.projectService) programs.add(result.services.program);
      return result;
    },
  };
  const eslint = new ESLint({
    cwd: root,
    overrideConfigFile: true,
    overrideConfig: [
      {
        files: ['**/*.vue'],
        languageOptions: { parser: vueParser, parserOptions: { projectService: true, parser } },
      },
    ],
  });
  const results = await eslint.lintFiles(views);
  expect(results.flatMap(({ messages }) => messages)).toEqual([]);
  expect(results.length).toBeGreaterThan(3);
  expect([...programs]).toEqual([expect.objectContaining({})]);
});

it('reads the sources of other projects, whose declarations `npm run types` may not have written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'view-parser-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const script = "import { answer } from '../parts/answer.ts';\nexport const twice = answer * 2;\n";
  const options = { module: 'esnext', moduleResolution: 'bundler', noLib: true, types: [] };
  const files = {
    'parts/tsconfig.json': JSON.stringify({
      compilerOptions: { ...options, composite: true, outDir: '../declarations' },
    }),
    'parts/answer.ts': 'export const answer = 42;\n',
    'views/tsconfig.json': JSON.stringify({
      compilerOptions: { ...options, allowImportingTsExtensions: true, noEmit: true },
      include: ['*.vue'],
      references: [{ path: '../parts' }],
    }),
    'views/Twice.vue': `<script lang="ts">${script}</script>`,
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const filePath = join(folder, 'views/Twice.vue');
  const { services } = viewParser.parseForESLint(script, { filePath, projectService: true });
  const problems = services.program?.getSemanticDiagnostics(services.program.getSourceFile(filePath));
  expect(problems?.map(({ code }) => code)).toEqual([]);
});
