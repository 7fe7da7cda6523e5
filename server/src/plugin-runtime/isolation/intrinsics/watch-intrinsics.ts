import { toStandardError, type Logger } from '../../../kernel/index.ts';
import type { ServingApplications } from '../../contract/application-table.ts';
import type { Faults } from '../../contract/faults.ts';
import { describeChange, IntrinsicsGuard, type CodeOwner, type ReportChanges } from './intrinsics-guard.ts';
import type { IntrinsicChange } from './intrinsics-snapshot.ts';

interface WatchedParts {
  readonly source: CodeOwner;
  readonly faults: Pick<Faults, 'record'>;
}

/**
 * Guards the built-ins that applications share.
 *
 * A change after the load is recorded as a fault of its application.
 *
 * @param mark lets the next process know which application has ended this one
 */
export function watchIntrinsics(
  applications: ServingApplications<WatchedParts>,
  logger: Logger,
  mark: (appCode: string) => void,
): IntrinsicsGuard {
  const owners = () => applications.serving.map((application) => application.parts.source);
  const report: ReportChanges = (changes, owner) => {
    for (const change of changes) {
      const message = messageOf(change, owner) + (change.restored ? '; it was restored' : '');
      const application = owner && applications.get(owner.appCode);
      if (application) application.parts.faults.record(new Error(message), message, 'intrinsics');
      else logger.error(message, owner ? { appCode: owner.appCode } : {});
    }
  };
  return new IntrinsicsGuard(owners, report, (change, owner) => {
    toStandardError(`${messageOf(change, owner)}. The process ends, since it would answer wrongly.\n`);
    try {
      if (owner) mark(owner.appCode);
    } finally {
      process.exit(1);
    }
  });
}

function messageOf(change: IntrinsicChange, owner: CodeOwner | undefined): string {
  const who = owner ? `Application ${owner.appCode}` : 'An application, or the host itself,';
  return `${who} ${describeChange(change)}`;
}
