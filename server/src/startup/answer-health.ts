import { reasonOf } from '../kernel/index.ts';
import { checkHealth, healthGroupOf } from './health-check.ts';
import { loadProcessConfig } from './process-config.ts';

/**
 * Answers `--healthcheck` with one line and the exit code 0, or 1 where the host is not healthy.
 *
 * @param serverFolder holds the `application.yml` that ships with the server
 */
export async function answerHealth(serverFolder: string): Promise<void> {
  try {
    const group = healthGroupOf(process.argv.slice(2)) ?? 'liveness';
    const { healthy, text } = await checkHealth(loadProcessConfig(serverFolder).config, group);
    process.stdout.write(`${text}\n`);
    process.exitCode = healthy ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`);
    process.exitCode = 1;
  }
}
