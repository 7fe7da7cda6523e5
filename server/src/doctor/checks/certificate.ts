import {
  daysLeft,
  endsHttps,
  readCertificate,
  readWatchedCertificate,
  renewalOf,
  stateOfCertificate,
  watchesCertificate,
} from '../../gateway/index.ts';
import { PlatformError } from '../../kernel/index.ts';
import { findingsOf, type Finding } from '../finding.ts';
import type { Surroundings } from '../surroundings.ts';

/** The certificate with which the host, or a web server before it, ends HTTPS. */
export async function checkCertificate({ config, now }: Surroundings): Promise<Finding[]> {
  const { ok, warning, error } = findingsOf('certificate');
  const isOwn = endsHttps(config);
  if (!isOwn && !watchesCertificate(config)) return [];
  try {
    const certificate = isOwn ? readCertificate(config) : readWatchedCertificate(config);
    const { names, validTo, validFrom } = certificate;
    const facts = {
      names,
      from: new Date(validFrom).toISOString(),
      until: new Date(validTo).toISOString(),
      days: daysLeft(certificate, now()),
    };
    const fix = renewalOf(config);
    const state = stateOfCertificate(certificate, now());
    if (state === 'ok') return [ok(`The certificate for ${names} is valid until ${facts.until}.`, facts)];
    if (state === 'soon') {
      return [
        warning('soon', facts, {
          what: `The certificate for ${names} ends in ${facts.days} days.`,
          why: `Browsers refuse it from ${facts.until} on.`,
          fix,
        }),
      ];
    }
    if (state === 'early') {
      return [
        error('early', facts, {
          what: `The certificate for ${names} is not valid before ${facts.from}.`,
          why: 'Browsers refuse it until then.',
          fix: 'Correct the clock of this machine, or replace the certificate.',
        }),
      ];
    }
    return [
      error('expired', facts, {
        what: `The certificate for ${names} has ended at ${facts.until}.`,
        why: 'Browsers refuse it.',
        fix,
      }),
    ];
  } catch (failure) {
    if (!(failure instanceof PlatformError)) throw failure;
    return [
      error(
        'broken',
        { reason: failure.message },
        {
          what: `The certificate cannot be used: ${failure.message}`,
          why: isOwn
            ? 'A running host keeps the former one; the next start fails.'
            : 'Nobody is warned before it ends.',
          fix: failure.fix ?? '',
        },
      ),
    ];
  }
}
