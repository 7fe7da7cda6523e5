import type { User } from '../api/records.ts';

export const isLocked = ({ lockedUntil }: Pick<User, 'lockedUntil'>): boolean =>
  lockedUntil !== null && Date.parse(lockedUntil) > Date.now();

/** The state in one of the words of the shell. */
export function userState(user: Pick<User, 'lockedUntil' | 'status'>): 'disabled' | 'locked' | 'enabled' {
  if (user.status === 0) return 'disabled';
  return isLocked(user) ? 'locked' : 'enabled';
}
