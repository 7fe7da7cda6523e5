/** Stages of loading and showing a remote (design 9.6-31); `render` covers a view's setup too. */
export type RemoteStage =
  | 'discovery'
  | 'entry'
  | 'export'
  | 'style'
  | 'install'
  | 'view'
  | 'chunk'
  | 'render';

export type RemoteErrorCode =
  | 'REMOTE_DISCOVERY_FAILED'
  | 'REMOTE_NOT_AVAILABLE'
  | 'REMOTE_QUARANTINED'
  | 'REMOTE_INCOMPATIBLE'
  | 'REMOTE_LEFT_OUT'
  | 'REMOTE_ENTRY_FAILED'
  | 'REMOTE_ENTRY_INVALID'
  | 'REMOTE_EXPORT_FAILED'
  | 'REMOTE_STYLE_FAILED'
  | 'REMOTE_INSTALL_FAILED'
  | 'REMOTE_INSTALL_INVALID'
  | 'REMOTE_MANIFEST_MISMATCH'
  | 'REMOTE_VIEW_MISSING'
  | 'REMOTE_VIEW_INVALID'
  | 'REMOTE_VIEW_CRASHED'
  | 'REMOTE_FRAME_TAKEN'
  | 'REMOTE_CHUNK_FAILED'
  | 'REMOTE_TIMEOUT';

export interface RemoteErrorInit {
  code: RemoteErrorCode;
  stage: RemoteStage;
  /** Application code. */
  app: string;
  /** Technical cause, shown in the details. */
  message: string;
  /** Whether a retry may help: no response, or a server error. */
  transient?: boolean;
  /** HTTP status of the response, if there was one. */
  status?: number;
  requestId?: string;
  cause?: unknown;
}

/** An application, or one of its views, cannot be shown. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  readonly code: RemoteErrorCode;
  readonly stage: RemoteStage;
  readonly app: string;
  readonly transient: boolean;
  readonly status: number | undefined;
  readonly requestId: string | undefined;

  constructor(init: RemoteErrorInit) {
    super(init.message, { cause: init.cause });
    this.code = init.code;
    this.stage = init.stage;
    this.app = init.app;
    this.transient = init.transient ?? false;
    this.status = init.status;
    this.requestId = init.requestId;
  }
}

/** The message of any thrown value. */
export function messageOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? String(thrown.message) : String(thrown);
  } catch {
    return 'a value that cannot be converted to text was thrown';
  }
}
