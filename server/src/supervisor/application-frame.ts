import type { StackFrame } from './protocol.ts';

/** `<code>@<version>`, and the code, in the address of an application's module. */
const OWN_URL = /^plugin:\/\/(([^/@]+)@[^/]+)\//;

/** The innermost frame in code of an application. */
export interface ApplicationFrame {
  readonly frame: StackFrame;
  readonly appCode: string;
  /** `<code>@<version>` */
  readonly release: string;
}

/** @param frames of a stack, the innermost first */
export function applicationFrame(frames: readonly StackFrame[]): ApplicationFrame | undefined {
  for (const frame of frames) {
    const [, release, appCode] = OWN_URL.exec(frame.url) ?? [];
    if (release !== undefined && appCode !== undefined) return { frame, appCode, release };
  }
  return undefined;
}
