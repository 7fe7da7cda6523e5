import { once } from 'node:events';
import { connect, getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { X509Certificate } from 'node:crypto';

/**
 * Has this process trust the certificate of a host that it has started itself, on this machine: the
 * authority of a first try is nobody's. The certificate has to name the address, as for everybody.
 *
 * @param address of the host; without HTTPS there is nothing to trust
 */
export async function trustHost(address: string): Promise<void> {
  const { protocol, hostname: host, port } = new URL(address);
  if (protocol !== 'https:') return;
  const socket = connect({ host, port: Number(port), rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect');
    const chain: string[] = [];
    let next: X509Certificate | undefined = socket.getPeerX509Certificate();
    for (; next && !chain.includes(next.toString()); next = next.issuerCertificate)
      chain.push(next.toString());
    setDefaultCACertificates([...getCACertificates('default'), ...chain]);
  } finally {
    socket.destroy();
  }
}
