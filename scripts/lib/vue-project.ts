import { dirname } from 'node:path';
import ts from 'typescript';

/**
 * A project with its components among the files.
 *
 * @param config path of its `tsconfig.json`
 * @param fixed options that hold whatever the project says
 */
export const readVueProject = (config: string, fixed: ts.CompilerOptions = {}): ts.ParsedCommandLine =>
  ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, (name) => ts.sys.readFile(name)).config,
    ts.sys,
    dirname(config),
    fixed,
    config,
    undefined,
    [{ extension: 'vue', isMixedContent: true, scriptKind: ts.ScriptKind.Deferred }],
  );
