import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** Seconds that a code is shown. */
const PERIOD = 30;
/** Bits of the shared secret: RFC 4226 recommends 160. */
const SECRET_BYTES = 20;
/** Codes of the neighbouring time steps are taken, because clocks differ. */
const WINDOW = 1;

/** Secret and address that an authenticator is set up with. */
export interface Enrolment {
  /** Base32. */
  readonly secret: string;
  /** `otpauth://totp/…` */
  readonly uri: string;
  /** The address as a QR code: a data address of an SVG. */
  readonly qr: string;
}

/** A new secret, base32. */
export const createSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/**
 * @param issuer name of the platform
 * @param label name of the account
 */
export function enrolmentOf(secret: string, issuer: string, label: string): Enrolment {
  // A colon separates the two in the address.
  const uri = totp(secret, issuer.replaceAll(':', ' '), label).toString();
  const svg = renderSVG(uri, { ecc: 'M', border: 2, pixelSize: 4 });
  return { secret, uri, qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` };
}

/**
 * The time step that a code of six digits belongs to; undefined for a wrong code.
 *
 * @param now milliseconds since 1970
 */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = totp(secret).validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD) + delta;
}

function totp(secret: string, issuer = '', label = ''): TOTP {
  return new TOTP({ issuer, label, period: PERIOD, digits: 6, secret: Secret.fromBase32(secret) });
}
