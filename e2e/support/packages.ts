import { Announcement } from './announcement.ts';

/** Files of the packages that the global set-up has made. */
export interface E2ePackages {
  readonly hello: string;
  readonly member: string;
  readonly hello110: string;
  readonly helloBroken120: string;
  readonly unsigned: string;
  readonly flipped: string;
}

export const announcedPackages = new Announcement<E2ePackages>('E2E_PACKAGES');
