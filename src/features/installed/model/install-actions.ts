import type { Install } from '../api/install.ts';
import { isBusy, waitingVersion } from './install-state.ts';

export interface InstallRights {
  add: boolean;
  edit: boolean;
  remove: boolean;
}

/** Actions on an installation, the most likely one first. */
export type InstallAction =
  | 'installAgain'
  | 'open'
  | 'upgrade'
  | 'enable'
  | 'disable'
  | 'rollback'
  | 'uninstall';

/**
 * The actions of an installation in its state, within what the person may do; none while an
 * operation runs.
 */
export function actionsFor(install: Install, rights: InstallRights, openable: boolean): InstallAction[] {
  if (isBusy(install)) return [];
  const enabled = install.status === 1;
  const offers: [InstallAction, boolean][] = [
    ['installAgain', install.status === 9 && rights.add],
    ['enable', install.status === 0 && rights.edit],
    ['open', enabled && openable],
    ['upgrade', waitingVersion(install) !== undefined && rights.edit && install.status !== 9],
    ['disable', enabled && rights.edit],
    ['rollback', Boolean(install.previousVersion) && rights.edit && install.status !== 9],
    ['uninstall', rights.remove],
  ];
  return offers.filter(([, offered]) => offered).map(([action]) => action);
}
