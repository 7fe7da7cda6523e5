import { readFileSync } from 'node:fs';

/** Whether somebody has stopped a process (SIGSTOP); false where the system does not tell. */
export function isStopped(pid: number): boolean {
  try {
    return /^State:\s+T/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
