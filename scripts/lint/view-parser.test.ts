import { globSync } from 'node:fs';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { isLongRun } from '@platform/package-format/testing';
import { expect, it } from 'vitest';
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
