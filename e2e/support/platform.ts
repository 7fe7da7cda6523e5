/** What the global set-up started and made for one worker. */
export interface E2ePlatform {
  readonly frontend: string;
  readonly api: string;
  readonly password: string;
  readonly packages: {
    readonly hello110: string;
    readonly helloBroken120: string;
    readonly unsigned: string;
    readonly flipped: string;
  };
}

const variable = 'E2E_PLATFORMS';

/** Hands the platforms to the workers, which inherit the environment. */
export function announcePlatforms(platforms: readonly E2ePlatform[]): void {
  process.env[variable] = JSON.stringify(platforms);
}

/** The platform under test of one of the workers: none meets what another installs. */
export function platformOf(worker: number): E2ePlatform {
  const announced = JSON.parse(process.env[variable] ?? '[]') as E2ePlatform[];
  const platform = announced[worker];
  if (!platform) throw new Error(`The global set-up has started no platform for worker ${worker}.`);
  return platform;
}
