/** Steps of a new platform, and whether they are done. */
export interface FirstStep {
  readonly key: 'password' | 'storage' | 'application' | 'user';
  readonly done: boolean;
  /** Menu components of pages where it is done; the first that is open counts. */
  readonly pages: readonly string[];
  /** After the path of the page. */
  readonly suffix?: string;
}

interface Facts {
  /** Nobody has chosen it: it was generated, or is the one of the configuration. */
  readonly passwordGiven: boolean;
  readonly storageWorks: boolean;
  /** Applications in the market or installed. */
  readonly applications: number;
  readonly users: number;
}

/** The checklist after the first login; each step ticks itself off. (design 12) */
export const firstSteps = ({ passwordGiven, storageWorks, applications, users }: Facts): FirstStep[] => [
  { key: 'password', done: !passwordGiven, pages: [] },
  { key: 'storage', done: storageWorks, pages: ['host:files/storages', 'host:system/config'] },
  { key: 'application', done: applications > 0, pages: ['host:console/list'], suffix: '/upload' },
  { key: 'user', done: users > 1, pages: ['host:system/users'] },
];
