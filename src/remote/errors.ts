/** Where loading or showing a remote stands (design 9.6-31); `render` is a view that failed while it was set up or drawn. */
export type RemoteStage =
  'discovery' | 'entry' | 'export' | 'style' | 'install' | 'view' | 'chunk' | 'render';

export type RemoteErrorCode =
  | 'REMOTE_DISCOVERY_FAILED'
  | 'REMOTE_NOT_AVAILABLE'
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
  /** What went wrong, for the technical details. */
  message: string;
  /** True for what may go away by itself: no answer, a server error. */
  transient?: boolean;
  /** HTTP status, where there was an answer. */
  status?: number;
  requestId?: string;
  cause?: unknown;
}

/** A remote application, or one of its views, cannot be shown. */
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

/** The message of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? String(thrown.message) : String(thrown);
  } catch {
    return 'something was thrown that has no text';
  }
}
