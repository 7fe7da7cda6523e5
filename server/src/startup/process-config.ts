import { loadConfig } from '../kernel/index.ts';

/**
 * Loads the configuration of this process: files of the server's own folder, files of
 * `PLATFORM_CONFIG_DIR` in the profile `PLATFORM_PROFILE`, environment, command line. (design 6.1)
 *
 * @param serverFolder holds the `application.yml` that ships with the server
 * @throws CONFIG_INVALID
 */
export function loadProcessConfig(serverFolder: string): ReturnType<typeof loadConfig> {
  const configured = process.env['PLATFORM_CONFIG_DIR'];
  return loadConfig({
    directories: [serverFolder, ...(configured ? [configured] : [])],
    profile: process.env['PLATFORM_PROFILE'],
    env: process.env,
    args: process.argv.slice(2),
  });
}
