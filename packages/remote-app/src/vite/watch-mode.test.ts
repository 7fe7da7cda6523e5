import { resolveConfig, type InlineConfig } from 'vite';
import { expect, it } from 'vitest';
import { watchMode } from './watch-mode.ts';

const buildOf = async (watch: object | null) => {
  const build = { watch, minify: 'esbuild' } as const;
  const given: InlineConfig = { configFile: false, plugins: [watchMode()], build };
  const { minify, sourcemap } = (await resolveConfig(given, 'build')).build;
  return { minify, sourcemap };
};

it('design 5.1: writes source maps for watched builds only', async () => {
  expect(await buildOf({})).toEqual({ minify: false, sourcemap: true });
  expect(await buildOf(null)).toEqual({ minify: 'esbuild', sourcemap: false });
});
