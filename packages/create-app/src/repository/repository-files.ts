/**
 * Libraries that the applications of a repository are developed and tested with, in the versions
 * that the host's shell has. A test holds them equal to the host repository's own.
 */
export const TOOLS: Readonly<Record<string, string>> = {
  '@element-plus/icons-vue': '^2.3.2',
  '@lucide/vue': '^1.48.0',
  '@types/node': '^24.19.2',
  '@vitejs/plugin-vue': '^6.0.11',
  '@vue/test-utils': '^2.6.0',
  axios: '^1.21.1',
  'element-plus': '^2.14.8',
  'happy-dom': '^21.0.4',
  node: '^24.0.0',
  pinia: '^4.1.0',
  prettier: '^3.10.1',
  typescript: '~6.0.3',
  vite: '^8.3.8',
  vitest: '^5.1.1',
  vue: '^3.5.45',
  'vue-router': '^5.5.1',
  'vue-tsc': '^3.3.14',
};

const packageJson = (name: string, platform: Readonly<Record<string, string>>): object => ({
  name: name.toLowerCase().replace(/[^a-z0-9._-]+/g, '-'),
  private: true,
  type: 'module',
  workspaces: ['plugins/platform-*', 'frontend/*'],
  scripts: {
    'create-app': 'create-app',
    dev: 'platform-dev',
    'plugin:dev': 'platform-packager dev',
    sandbox: 'platform-sandbox',
    package: 'platform-packager',
    platform: 'platform',
    'check:remote': 'platform-check remote',
    'check:globals': 'platform-check globals',
    'check:runtime': 'platform-check runtime',
    typecheck: 'npm run typecheck --workspaces --if-present',
    test: 'vitest run',
  },
  devDependencies: { ...platform, ...TOOLS },
  // Mutual dependencies of the platform's packages come from vendor/, too.
  overrides: Object.fromEntries(Object.keys(platform).map((key) => [key, `$${key}`])),
  allowScripts: { esbuild: true, node: true },
});

const VITEST = `import vue from '@vitejs/plugin-vue';
import { decorators } from '@platform/packager/vitest';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [decorators()],
        test: { name: 'unit', include: ['plugins/**/*.test.ts'], testTimeout: 20_000 },
      },
      {
        plugins: [vue()],
        test: {
          name: 'shell',
          include: ['frontend/**/*.test.ts'],
          environment: 'happy-dom',
          testTimeout: 20_000,
          server: { deps: { inline: ['element-plus', /@platform\\/remote-app/] } },
        },
      },
    ],
  },
});
`;

const GITIGNORE = `node_modules/
data/
dist-packages/
remote-apps/
.cache/
plugins/*/target/
plugins/keys/*.pem
`;

const KEYS = `# Signing keys

\`private.pem\` signs every package that is made here; it is made at the first use and never committed. Back it up outside this
repository. Your hosts trust \`public.pem\`: its text goes into \`app-market.security.public-key\` of their configuration.
`;

const PACKAGE_PS1 = `#!/usr/bin/env pwsh
# Packages and signs an application: ./package.ps1 -Plugin platform-notes
# A thin wrapper: every option is the packager's own, \`./package.ps1 help\` lists them.
$suffix = if ($IsWindows -or $env:OS -eq 'Windows_NT') { '.exe' } else { '' }
$node = Join-Path $PSScriptRoot "node_modules/node/bin/node$suffix"
if (-not (Test-Path $node)) {
  Write-Error "Node is not installed here. Run npm install in $PSScriptRoot first."
  exit 2
}
& $node (Join-Path $PSScriptRoot 'node_modules/@platform/packager/dist/cli.js') @args
exit $LASTEXITCODE
`;

const readme = (name: string): string => `# ${name}

Applications for the Application Plugin Platform: \`plugins/platform-<code>\` is a backend, \`frontend/<code>-app\` its pages.

\`\`\`sh
npm install
npm run create-app -- notes --name "Notes"     # both projects
npm run dev -- notes                           # host, shell and your sources; saved changes appear at once
npm test                                       # of all applications
npm run typecheck
npm run package -- -Plugin platform-notes      # dist-packages/notes-1.0.0.zip, signed
npm run package -- check dist-packages/notes-1.0.0.zip
\`\`\`

\`npm run dev\` keeps its data in \`data/dev\`, and prints an address and a password. \`npm run plugin:dev -- notes\` serves a backend alone,
with an in-memory database.

To develop on a host that runs already (with \`platform.development\`): \`npm run package -- dev notes -Host http://127.0.0.1:8080\` serves the
backend there; \`npm run dev -w @plugins/notes-app\` serves the pages, which a shell of that host shows when it is opened with
\`?remote=notes@http://localhost:5174/index.js\`.

Before you publish: \`npm run check:remote -- notes\`, \`check:globals\` and \`check:runtime\` (needs Chromium and
\`npm install -D playwright-core\`).

After an upgrade of the platform, replace its packages (\`@platform/*\` in \`package.json\`), run \`npm install\`, and delete \`data/dev\` if
you want to start from scratch.
`;

/** The files of a repository. @param platform specifier by package */
export function repositoryFiles(
  name: string,
  platform: Readonly<Record<string, string>>,
): Map<string, string> {
  const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
  return new Map([
    ['.gitignore', GITIGNORE],
    ['.prettierrc.json', json({ singleQuote: true, printWidth: 110 })],
    ['README.md', readme(name)],
    ['frontend/.gitkeep', ''],
    ['package.json', json(packageJson(name, platform))],
    ['package.ps1', PACKAGE_PS1],
    ['plugins/keys/README.md', KEYS],
    ['vitest.config.ts', VITEST],
  ]);
}
