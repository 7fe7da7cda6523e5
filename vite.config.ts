import vue from '@vitejs/plugin-vue';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { compressAssets } from './scripts/vite-compress.ts';

const host = process.env['PLATFORM_HOST'] ?? 'http://127.0.0.1:8000';

/** The shell: built to `dist/shell`; in development what the gateway serves beside it comes from the running host. */
export default defineConfig({
  plugins: [vue(), compressAssets()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  define: {
    __VUE_I18N_FULL_INSTALL__: false,
    __VUE_I18N_LEGACY_API__: false,
    __INTLIFY_PROD_DEVTOOLS__: false,
  },
  build: { outDir: 'dist/shell', target: 'es2023', assetsInlineLimit: 2048, reportCompressedSize: false },
  server: {
    proxy: Object.fromEntries(
      ['/prod-api', '/remote-apps', '/minio', '/upload'].map((prefix) => [
        prefix,
        { target: host, changeOrigin: true },
      ]),
    ),
  },
});
