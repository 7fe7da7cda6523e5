import { provideProgram } from './find-program.ts';
import { run } from './run.ts';

/** Provides Prometheus without the service that its package starts. */
export async function providePrometheus(): Promise<boolean> {
  const installed = await provideProgram('prometheus');
  // Where no systemd runs, none has been started.
  if (installed) await run('systemctl', ['disable', '--now', 'prometheus']).catch(() => undefined);
  return installed;
}
