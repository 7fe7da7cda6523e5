import { Agent, request } from 'undici';
import { basicHeader, credentialsOf, ownCheckHeader } from '../actuator/index.ts';
import { endsHttps } from '../gateway/index.ts';
import { reasonOf, type PlatformConfig } from '../kernel/index.ts';

const TIMEOUT_MS = 5_000;

const groups = ['liveness', 'readiness'] as const;

/** `liveness` asks whether the host turns at all, `readiness` whether it takes requests. */
export type HealthGroup = (typeof groups)[number];

/**
 * The group that `--healthcheck` (liveness) or `--healthcheck=readiness` asks for; undefined
 * without that argument. It is a command instead of a start, so that no manifest of a container
 * holds credentials. (design 11.8-3)
 */
export function healthGroupOf(args: readonly string[]): HealthGroup | undefined {
  const argument = args.find((each) => /^--healthcheck(?:=|$)/.test(each));
  if (argument === undefined) return undefined;
  const asked = argument.split('=')[1] ?? 'liveness';
  const group = groups.find((each) => each === asked);
  if (group) return group;
  throw new Error(`--healthcheck=${asked} is unknown: it has to be ${groups.join(' or ')}.`);
}

export interface HealthVerdict {
  readonly healthy: boolean;
  /** One line for the operator. */
  readonly text: string;
}

/**
 * Asks the running host of this configuration over its API port. The certificate is not looked at:
 * the host is asked under an address of this machine, and stays alive when its certificate ends.
 */
export async function checkHealth(
  config: PlatformConfig,
  group: HealthGroup,
  now = Date.now(),
): Promise<HealthVerdict> {
  const scheme = endsHttps(config) ? 'https' : 'http';
  const url = `${scheme}://${reachable(config.server.host)}:${config.server.port}/actuator/health/${group}`;
  const authorization = (await ownCheckHeader(config, now)) ?? loginOf(config);
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  try {
    const { statusCode, body } = await request(url, {
      headers: { authorization },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      dispatcher,
    });
    const text = await body.text();
    return { healthy: statusCode < 300, text: `${group}: ${statusCode} ${text}` };
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    return { healthy: false, text: `${group}: ${url} does not answer: ${reasonOf(cause)}` };
  } finally {
    await dispatcher.destroy();
  }
}

function loginOf(config: PlatformConfig): string {
  const { username, password } = credentialsOf(config);
  return basicHeader(`${username}:${password}`);
}

/** A host that listens on all addresses is asked on its own. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
