import { shareWithRemotes } from '@platform/remote-app/vite';
import vue from '@vitejs/plugin-vue';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { moduleSideEffects, shellFiles } from './scripts/vite-chunks.ts';
import { compressAssets } from './scripts/vite-compress.ts';

const host = process.env['PLATFORM_HOST'] ?? 'http://127.0.0.1:8000';

/** Paths of what the shell consists of, from this folder; the first is the folder itself. */
const SHELL = /^($|(src|packages|public|index\.html|vite\.config\.ts)(\/|$))/;

/**
 * The shell, built to `dist/shell`. In development the running host serves the gateway's other
 * paths.
 */
export default defineConfig({
  plugins: [vue(), shareWithRemotes(), compressAssets()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  define: {
    __VUE_I18N_FULL_INSTALL__: false,
    __VUE_I18N_LEGACY_API__: false,
    __INTLIFY_PROD_DEVTOOLS__: false,
  },
  build: {
    outDir: 'dist/shell',
    assetsDir: '_shell',
    target: 'es2023',
    assetsInlineLimit: 2048,
    reportCompressedSize: false,
    // Every browser that can run the code preloads modules itself.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: shellFiles('_shell'), treeshake: { moduleSideEffects } },
  },
  // Dependencies found while a page is open make it reload: better before.
  optimizeDeps: { entries: ['index.html', 'src/**/*.{ts,vue}', '!src/**/*.test.ts', '!src/**/testing/**'] },
  server: {
    // Data, builds and applications lie in this folder, too: what changes there is not the shell's.
    watch: { ignored: (path) => !SHELL.test(relative(import.meta.dirname, path)) },
    proxy: Object.fromEntries(
      ['prod-api', 'remote-apps', 'minio', 'upload'].map((prefix) => [
        `^/${prefix}/`,
        { target: host, changeOrigin: true },
      ]),
    ),
  },
});
