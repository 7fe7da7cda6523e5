import type { PlatformConfig } from '../../server/src/kernel/index.ts';
import { checkHealth, healthGroupOf, type HealthGroup } from '../../server/src/startup/health-check.ts';
import { schemaCommandOf } from '../../server/src/startup/schema-command.ts';
import { loadProcessConfig } from '../../server/src/startup/process-config.ts';
import { become, serverFolder } from './become.ts';
import { describe, starting } from './describe.ts';
import { entryFailureOf } from './entry-failure.ts';
import { awaitServers } from './servers.ts';
import { resolveSettings, type Settings } from './settings.ts';

// As the first process of a container it would not be ended by signals while it waits.
process.once('SIGTERM', () => process.exit(143)).once('SIGINT', () => process.exit(130));

await main(process.argv.slice(2));

/**
 * The entry script of the container: resolves the fields of the install form, waits for database
 * and cache, and becomes the host, or the command in its arguments. `--healthcheck` asks the host
 * that runs already; `--migrate-only` and `--await-migrations` are for the host's program. (spec:
 * Deployment layout; design 11.1)
 */
async function main(command: readonly string[]): Promise<void> {
  let settings: Settings | undefined;
  try {
    settings = resolveSettings(process.env);
    // The host reads no empty variable, so that only an argument disables what is on by default.
    const hostArguments = settings.scheduler === undefined ? ['--scheduler.center.address='] : [];
    const { config } = loadProcessConfig(serverFolder, { env: settings.environment, args: hostArguments });
    const group = healthGroupOf(command);
    if (group) return await answerHealth(config, group);
    say(...describe(settings, config));
    await awaitServers(config, say);
    const schema = schemaCommandOf(command);
    say(starting(schema ? [schema] : command));
    if (schema) become([], [schema], settings.environment);
    become(command, hostArguments, settings.environment);
  } catch (error) {
    const { problems, exitCode } = entryFailureOf(error, settings);
    say(...problems.map((problem) => `✗ ${problem.trim()}`));
    process.exit(exitCode);
  }
}

/** A probe of the container knows the form's fields, but not the host's keys. (design 11.8-3) */
async function answerHealth(config: PlatformConfig, group: HealthGroup): Promise<void> {
  const { healthy, text } = await checkHealth(config, group);
  process.stdout.write(`${text}\n`);
  process.exitCode = healthy ? 0 : 1;
}

function say(...lines: readonly string[]): void {
  for (const line of lines.join('\n').split('\n')) process.stdout.write(`[entry] ${line}\n`);
}
