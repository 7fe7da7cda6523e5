import { randomBytes } from 'node:crypto';

/** Creates request ids; a random prefix makes them unique across processes. */
export function createRequestIds(): (offered: string | undefined) => string {
  const prefix = randomBytes(5).toString('hex');
  let counter = 0;
  return (offered) => {
    if (offered !== undefined && /^[\w.-]{8,64}$/.test(offered)) return offered;
    counter = (counter + 1) % 0xffffffff;
    return `${prefix}-${counter.toString(36)}`;
  };
}
