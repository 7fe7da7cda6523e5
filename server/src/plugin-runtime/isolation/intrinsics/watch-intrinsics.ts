import type { Logger } from '../../../kernel/index.ts';
import type { ServingApplications } from '../../contract/application-table.ts';
import type { Faults } from '../../contract/faults.ts';
import { describeChange, IntrinsicsGuard, type CodeOwner } from './intrinsics-guard.ts';

interface WatchedParts {
  readonly source: CodeOwner;
  readonly faults: Pick<Faults, 'record'>;
}

/**
 * Guards the built-ins that applications share.
 *
 * A change after the load is recorded as a fault of its application.
 */
export function watchIntrinsics(
  applications: ServingApplications<WatchedParts>,
  logger: Logger,
): IntrinsicsGuard {
  const owners = () => applications.serving.map((application) => application.parts.source);
  return new IntrinsicsGuard(owners, (changes, owner) => {
    for (const change of changes) {
      const who = owner ? `Application ${owner.appCode}` : 'An application, or the host itself,';
      const message = `${who} ${describeChange(change)}${change.restored ? '; it was restored' : ''}`;
      const application = owner && applications.get(owner.appCode);
      if (application) application.parts.faults.record(new Error(message), message, 'intrinsics');
      else logger.error(message, owner ? { appCode: owner.appCode } : {});
    }
  });
}
