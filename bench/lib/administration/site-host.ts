import { join } from 'node:path';
import { byHand } from '../../../server/src/data/testing/by-hand.ts';
import type { ShellAddress } from '../frontend/shell-browser.ts';
import { offerApplications } from '../offer-applications.ts';
import { createData, logInBrowser } from '../platform.ts';
import { fillLargeSite, MANAGER } from './large-site.ts';

const APPLICATIONS = { applications: 100, installed: 100, menus: 10 };

/** The built host on a site that is removed with it, and who looks at it. */
export interface Site {
  readonly pid: number;
  readonly address: ShellAddress;
  close(): Promise<void>;
}

/** A site as its first start leaves it, or with the records of a large one. */
export async function startSite(size: 'large' | 'small'): Promise<Site> {
  const data = await createData();
  if (size === 'large') {
    await (await data.start()).stop();
    const direct = byHand({ type: 'sqlite', file: join(data.directory, 'platform.db') });
    await fillLargeSite(direct, 'sqlite');
    await direct.close();
    offerApplications(data.directory, APPLICATIONS);
  }
  const host = await data.start(process.env.SHELL_DIR ? { 'frontend.dir': process.env.SHELL_DIR } : {});
  const { frontend } = host.ready;
  const session = await logInBrowser(frontend, size === 'large' ? MANAGER : 'admin');
  const close = async (): Promise<void> => {
    await host.stop();
    data.remove();
  };
  return { pid: host.pid, address: { frontend, session }, close };
}
