import type { KnipConfig } from 'knip';
import { parse } from 'vue/compiler-sfc';

/**
 * The scripts of a component. Frontends have Vue as a peer dependency, for which knip does not read
 * components by itself. A compiler is for all workspaces, so that each names the extension.
 */
function scriptsOf(source: string): string {
  const { script, scriptSetup } = parse(source, { sourceMap: false }).descriptor;
  return [script, scriptSetup].map((block) => block?.content ?? '').join(';\n');
}

const config: KnipConfig = {
  ignoreExportsUsedInFile: true,
  workspaces: {
    '.': {
      entry: [
        'scripts/*.{ts,mjs}',
        'scripts/dev/serve-remote.ts',
        'scripts/dev/platform-dev.ts',
        'e2e/**/*.ts',
        'bench/*.ts',
        'deploy/entry/entry.ts',
        'deploy/entry/platform.ts',
        'deploy/nginx/write-templates.ts',
        'bench/comparison/*.ts',
        'bench/lib/connections/{listener,primary}.ts',
        'bench/lib/http/baselines.ts',
        'bench/lib/inspect-once.ts',
        'bench/lib/upload-all.ts',
        'src/features/*/pages/*.vue',
        'scripts/mutation/runner.ts',
        'scripts/testing/write-signal.ts',
        'scripts/mutation/vitest.config.ts',
      ],
      project: [
        'src/**/*.{ts,vue}',
        'scripts/**/*.{ts,mjs}',
        'e2e/**/*.ts',
        'bench/**/*.ts',
        'deploy/**/*.ts',
      ],
    },
    server: {
      entry: [
        'src/main.ts',
        'src/worker.ts',
        'src/examine.ts',
        'src/watch.ts',
        'src/cli/*.ts',
        'test/**/*.test.ts',
        'test/support/identity-provider.ts',
        'test/support/kill/preload.ts',
        'src/startup/testing/tick-cost.ts',
      ],
      project: ['src/**/*.{ts,vue}', 'test/**/*.ts'],
    },
    'packages/*': {
      project: ['src/**/*.{ts,vue}'],
    },
    'packages/remote-app': {
      entry: ['src/checks/runtime/page/main.ts', 'src/vite/development/client.ts'],
      project: ['src/**/*.{ts,vue}'],
    },
    'plugins/*': {
      entry: ['src/**/*.ts'],
      project: ['src/**/*.{ts,vue}'],
    },
    'frontend/*': {
      entry: ['src/index.ts'],
      project: ['src/**/*.{ts,vue}'],
    },
  },
  ignoreBinaries: ['kubectl', 'mkfifo', 'openssl', 'systemd-analyze'],
  ignoreDependencies: [
    '@fontsource-variable/inter',
    '@fontsource-variable/jetbrains-mono',
    'kubernetes-models',
  ],
  compilers: { vue: scriptsOf },
};

export default config;
