import { loadConfig } from '../kernel/index.ts';

interface ProcessConfigOptions {
  /** Default: the environment of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Default: the arguments of this process. */
  readonly args?: readonly string[];
}

/**
 * Loads the configuration of this process: files of the server's own folder, files of
 * `PLATFORM_CONFIG_DIR` in the profile `PLATFORM_PROFILE`, environment, command line. (design 6.1)
 *
 * @param serverFolder holds the `application.yml` that ships with the server
 * @throws CONFIG_INVALID
 */
export function loadProcessConfig(
  serverFolder: string,
  { env = process.env, args = process.argv.slice(2) }: ProcessConfigOptions = {},
): ReturnType<typeof loadConfig> {
  const configured = env['PLATFORM_CONFIG_DIR'];
  return loadConfig({
    directories: [serverFolder, ...(configured ? [configured] : [])],
    profile: env['PLATFORM_PROFILE'],
    env,
    args,
  });
}
