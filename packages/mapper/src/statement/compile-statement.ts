import type { ScopedRows } from '../tenant/scope.ts';
import type { CompiledSql, FragmentScope } from './compiled-sql.ts';
import { fragmentFinder } from './include.ts';
import type { MapperFile, Verb } from './mapper-file.ts';
import { inStatement } from '../xml/in-statement.ts';
import { invalidXml } from '../xml/mapper-error.ts';
import { compileSelectKeys, type SelectKeys } from './select-key.ts';
import { compileContent } from './sql-node.ts';
import type { XmlElement } from '../xml/xml-element.ts';

/** A compiled statement of a mapper. The host maps its rows. */
export interface CompiledStatement extends CompiledSql {
  /** Fully qualified. */
  readonly name: string;
  readonly id: string;
  readonly verb: Verb;
  readonly ignoreTenant: boolean;
  readonly resultType: string | undefined;
  readonly resultMap: string | undefined;
  readonly keys: SelectKeys;
  /** Limits the rows of a select to what its caller sees. */
  readonly rows?: ScopedRows | undefined;
  /** Line of its element, from 1. */
  readonly line: number;
}

/** @throws MAPPER_XML_INVALID, MAPPER_SUBSTITUTION */
export function compileStatement(
  { namespace }: MapperFile,
  { id, verb, element }: MapperFile['statements'][number],
  { fragments, databaseId }: FragmentScope,
): CompiledStatement {
  const { unsafe, tenant, resultType, resultMap } = element.attributes;
  const compile = (part: XmlElement): CompiledSql => {
    let fixed = true;
    const compilation = fragmentFinder(fragments, namespace, unsafe === 'true', () => (fixed = false));
    const content = compileContent(part, compilation);
    return { content, fixed };
  };
  return inStatement({ id, line: element.line }, () => {
    if (resultType !== undefined && resultMap !== undefined) {
      throw invalidXml('The statement has a resultType and a resultMap.', 'Keep one of them.');
    }
    const { keys, rest } = compileSelectKeys(element, verb, databaseId, compile);
    return {
      name: `${namespace}.${id}`,
      id,
      verb,
      ...compile(rest),
      ignoreTenant: tenant === 'ignore',
      resultType,
      resultMap,
      keys,
      line: element.line,
    };
  });
}
