/** What the global set-up started and made, as the workers see it. */
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

const variable = 'E2E_PLATFORM';

/** Hands the platform to the workers, which inherit the environment. */
export function announcePlatform(platform: E2ePlatform): void {
  process.env[variable] = JSON.stringify(platform);
}

/** The platform under test. */
export function platformUnderTest(): E2ePlatform {
  const announced = process.env[variable];
  if (!announced) throw new Error('The global set-up has not started the platform.');
  return JSON.parse(announced) as E2ePlatform;
}
