import { join } from 'node:path';
import { styleText } from 'node:util';
import { createLogger, createServer } from 'vite';
import { ApiClient } from '@platform/cli';

/**
 * Serves the frontend of one application from its sources, and registers it at the host.
 *
 * Each frontend has its own process. `run-dev.ts` sets `PLATFORM_API`, `PLATFORM_TOKEN` and
 * `PLATFORM_REMOTE_PORT`, the first port to try.
 */
const [code = ''] = process.argv.slice(2);
const root = join(process.cwd(), 'frontend', `${code}-app`);
const api = new ApiClient(process.env['PLATFORM_API'] ?? '', process.env['PLATFORM_TOKEN']);
const customLogger = createLogger('info', { allowClearScreen: false });
const error = customLogger.error.bind(customLogger);
// Stack frames of the compiler are noise for a developer.
customLogger.error = (message, options) => error(message.replaceAll(/^\s+at .*\n?/gm, '').trimEnd(), options);

process.stdin.on('end', () => process.exit()).resume();
process.chdir(root);
const server = await createServer({
  root,
  customLogger,
  server: { port: Number(process.env['PLATFORM_REMOTE_PORT']) },
});
await server.listen();
const { origin } = new URL(server.resolvedUrls?.local[0] ?? '');
const description = (await (await fetch(`${origin}/remote.json`)).json()) as object;
await api.put(`/platform/development/remotes/${code}`, { entry: `${origin}/index.js`, ...description });
console.log(`${styleText('green', '✔')} served from its sources at ${origin}`);
