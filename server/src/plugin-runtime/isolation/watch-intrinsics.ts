import type { Logger } from '../../kernel/index.ts';
import type { ApplicationTable } from '../lifecycle/application-table.ts';
import { describeChange, IntrinsicsGuard } from './intrinsics-guard.ts';

/** Watches over what the loaded applications share; who changed it later has it among its faults. (design 9.4-19) */
export function watchIntrinsics(table: ApplicationTable, logger: Logger): IntrinsicsGuard {
  const owners = () => table.serving.map((application) => application.parts.source);
  return new IntrinsicsGuard(owners, (changes, owner) => {
    for (const change of changes) {
      const who = owner ? `Application ${owner.appCode}` : 'An application, or the host itself,';
      const message = `${who} ${describeChange(change)}${change.restored ? '; it has been put back' : ''}`;
      const application = owner && table.get(owner.appCode);
      if (application) application.parts.faults.record(new Error(message), message, 'intrinsics');
      else logger.error(message, owner ? { appCode: owner.appCode } : {});
    }
  });
}
