import { builtPath, type CheckedProject, type CheckFinding } from '../finding.ts';

type Severity = CheckFinding['severity'];

/** Severity and fix of each finding of a run. */
const RULES = {
  CHECK_RUN_ENTRY_FAILED: [
    'error',
    'Build again; look at the message for what failed while it was evaluated.',
  ],
  CHECK_RUN_ENTRY_INVALID: ['error', 'Build with defineRemoteApp.'],
  CHECK_RUN_INSTALL_MISSING: ['error', 'Default-export defineApp({ views }) from src/index.ts.'],
  CHECK_RUN_INSTALL_FAILED: ['error', 'Fix setup(runtime) of defineApp.'],
  CHECK_RUN_INSTALL_INVALID: ['error', 'Default-export defineApp({ views }) from src/index.ts.'],
  CHECK_RUN_MANIFEST_CODE: ['error', 'Build this application, and make its code and app.json agree.'],
  CHECK_RUN_TIMEOUT: ['error', 'Do not await anything that may never settle; load data in the view.'],
  CHECK_RUN_VIEW_MISSING: ['error', 'Export the view from src/index.ts, or correct the menu’s component.'],
  CHECK_RUN_VIEW_FAILED: ['error', 'Fix the code that the view’s module runs when it is evaluated.'],
  CHECK_RUN_VIEW_INVALID: ['error', 'Export a component: the default export of a .vue file.'],
  CHECK_RUN_VIEW_EMPTY: ['warning', 'Show a title and an empty state while there is no data.'],
  CHECK_RUN_SETUP_FAILED: ['error', 'Correct the view’s setup.'],
  CHECK_RUN_RENDER_FAILED: ['error', 'Handle data that has not been loaded yet in the template.'],
  CHECK_RUN_HOOK_FAILED: ['error', 'Fix the hook or watcher.'],
  CHECK_RUN_REJECTION: ['error', 'Await the promise and show the failure, or catch it.'],
  CHECK_RUN_UNCAUGHT: ['error', 'Fix the error, or catch it where it is thrown.'],
  CHECK_RUN_CONSOLE_ERROR: ['error', 'Fix the cause, or remove the output.'],
  CHECK_RUN_CONSOLE_WARNING: ['warning', 'Fix the cause, or remove the output.'],
  CHECK_RUN_VUE_WARNING: ['error', 'Fix the cause; production builds do not report it.'],
  CHECK_RUN_FILE_MISSING: [
    'error',
    'Build again; import files, or use runtime.asset(path) for those of public/.',
  ],
  CHECK_RUN_REQUEST_DIRECT: ['warning', 'Use runtime.request, and ship the files that a view needs.'],
  CHECK_RUN_LISTENER_LEFT: ['error', 'Remove it in onUnmounted, or in runtime.onDispose.'],
  CHECK_RUN_INTERVAL_LEFT: ['error', 'Call clearInterval in onUnmounted, or in runtime.onDispose.'],
  CHECK_RUN_TIMEOUT_LEFT: ['warning', 'Call clearTimeout or cancelAnimationFrame in onUnmounted.'],
  CHECK_RUN_CONNECTION_LEFT: ['error', 'Call close() in onUnmounted, or in runtime.onDispose.'],
  CHECK_RUN_TITLE_CHANGED: ['error', 'Name the menu in app.json: the shell sets the title.'],
  CHECK_RUN_PAGE_CHANGED: ['error', 'Put classes and styles on the view’s root element.'],
  CHECK_RUN_STYLE_LEFT: ['error', 'Write styles in .vue or imported .css files: the shell removes them.'],
  CHECK_RUN_GLOBAL_LEFT: ['error', 'Keep it in a module, or use runtime.events.'],
  CHECK_RUN_PROTOTYPE_CHANGED: ['error', 'Write your own function instead.'],
  CHECK_RUN_NODE_LEFT: ['error', 'Use <Teleport> or a dialog of Element Plus; remove nodes in onUnmounted.'],
  CHECK_RUN_DISPOSE_FAILED: ['error', 'Fix the function passed to runtime.onDispose.'],
} as const satisfies Readonly<Record<string, readonly [Severity, string]>>;

export type RuntimeCode = keyof typeof RULES;

/** An observation in the page; `url` and `line` if the script's position is known. */
export interface Sighting {
  readonly code: RuntimeCode;
  readonly message: string;
  /** The view it belongs to, if it is known better than by time. */
  readonly view?: string;
  readonly url?: string;
  readonly line?: number;
}

/** Turns observations into unique findings, with the built file if it is known. */
export function toFindings(project: CheckedProject, sightings: readonly Sighting[]): CheckFinding[] {
  const findings = sightings.map(({ code, message: text, view, url, line }): CheckFinding => {
    const [severity, fix] = RULES[code];
    const message = view === undefined ? text : `View ${view}: ${text}`;
    const name = url === undefined ? 'index.js' : url.replace(/^.*?\/remote-apps\/[^/]+\//, '');
    return { code, severity, file: builtPath(project, name), line, message, fix };
  });
  const unique = new Map(
    findings.map((finding) => [`${finding.code} ${finding.file} ${finding.message}`, finding]),
  );
  return [...unique.values()];
}
