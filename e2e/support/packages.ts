/** Files of the packages that the global set-up has made. */
export interface E2ePackages {
  readonly hello: string;
  readonly member: string;
  readonly hello110: string;
  readonly helloBroken120: string;
  readonly unsigned: string;
  readonly flipped: string;
}

const variable = 'E2E_PACKAGES';

/** Hands the packages to the workers, which inherit the environment. */
export function announcePackages(packages: E2ePackages): void {
  process.env[variable] = JSON.stringify(packages);
}

export function announcedPackages(): E2ePackages {
  const announced = process.env[variable];
  if (announced === undefined) throw new Error('The global set-up has made no packages.');
  return JSON.parse(announced) as E2ePackages;
}
