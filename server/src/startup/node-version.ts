/** Argon2 is part of Node.js since this version. */
export const OLDEST_NODE = '24.7.0';

/** The refusal of a version that is too old, for the terminal. */
export function refusalOf(version: string): string | undefined {
  const [major, minor, patch] = numbersOf(version);
  const [oldestMajor, oldestMinor, oldestPatch] = numbersOf(OLDEST_NODE);
  const ahead = major - oldestMajor || minor - oldestMinor || patch - oldestPatch;
  if (ahead >= 0) return undefined;
  const { code, message, fix } = {
    code: 'NODE_TOO_OLD',
    message: `Node.js ${version} is too old: this program needs ${OLDEST_NODE} or later.`,
    fix: 'Install a later one, or name it by its path.',
  };
  return `\n✗ ${message}\n  ${fix}\n  (${code})\n\n`;
}

/**
 * Ends a program that runs in a version that is too old. It has to call this before it loads
 * modules that such a version does not have.
 */
export function refuseOldNode(exitCode = 1): void {
  const refusal = refusalOf(process.versions.node);
  if (refusal === undefined) return;
  process.stderr.write(refusal);
  process.exit(exitCode);
}

function numbersOf(version: string): [number, number, number] {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  return [major, minor, patch];
}
