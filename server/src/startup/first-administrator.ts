import type { ServiceRegistry } from '../kernel/index.ts';
import { FIRST_START } from '../system/index.ts';

/** Prints a generated password once; it is never stored in plain text. (design 2.2) */
export function announceFirstAdministrator(services: ServiceRegistry): void {
  const administrator = services.find(FIRST_START)?.take();
  if (!administrator?.generated) return;
  process.stdout.write(
    `\n  The first administrator: ${administrator.userName} / ${administrator.password}\n  This is printed once. Change it after logging in.\n\n`,
  );
}
