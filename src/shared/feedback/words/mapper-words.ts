/** Why a mapper cannot be used, in Chinese, by code; as MESSAGES has them of other failures. */
export const MAPPER_MESSAGES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  MAPPER_XML_INVALID: {
    'Statement {id} (line {line}): {reason}': '语句 {id}（第 {line} 行）：{reason}',
    'Result map {name}: {reason}': '结果映射 {name}：{reason}',
    'The XML is not well-formed: {reason}.': 'XML 格式不正确：{reason}。',
    'The document has no element.': '文件中没有元素。',
    'The document type is not that of a mapper.': '文档类型不是映射器的类型。',
    'The document declares its own type.': '文件声明了自己的文档类型。',
    'The root element is <{element}>.': '根元素是 <{element}>，而不是 <mapper>。',
    'Elements are nested deeper than {most}.': '元素的嵌套超过 {most} 层。',
    'Two elements have the id {id} (lines {first} and {second}).':
      '第 {first} 行和第 {second} 行的 id 都是 {id}。',
    '<{element}> in line {line} contains text.': '第 {line} 行的 <{element}> 中有文本。',
    '<{element}> in line {line} requires the attribute {attribute}.':
      '第 {line} 行的 <{element}> 缺少属性 {attribute}。',
    '<{element}> in line {line} has the unknown attribute {attribute}.':
      '第 {line} 行的 <{element}> 有未知的属性 {attribute}。',
    '<{element}> in line {line} is not an element of a mapper.':
      '第 {line} 行的 <{element}> 不是映射器的元素。',
    '<{element}> is not an element of a mapper.': '<{element}> 不是映射器的元素。',
    '<{element}> in line {line} is not an element of a statement.':
      '第 {line} 行的 <{element}> 不是语句的元素。',
    '<{element}> in line {line} is out of place.': '第 {line} 行的 <{element}> 位置不正确。',
    '<{element}> in line {line} is not allowed in a result map.':
      '结果映射中不能有第 {line} 行的 <{element}>。',
    '<{element}> in line {line} has a typeHandler, which is not supported.':
      '第 {line} 行的 <{element}> 使用了不支持的 typeHandler。',
    '<{element} property="{property}"> in line {line} runs a select of its own for each row.':
      '第 {line} 行的 <{element} property="{property}"> 会对每一行单独查询。',
    '<{element} property="{property}"> in line {line} has both a resultMap and content.':
      '第 {line} 行的 <{element} property="{property}"> 同时有 resultMap 和内容。',
    '<{element}> in line {line}: {reason}': '第 {line} 行的 <{element}>：{reason}',
    '{attribute} in line {line} is unknown.': '第 {line} 行的 {attribute} 未知。',
    '{attribute} in line {line} is {value}.': '第 {line} 行的 {attribute} 是 {value}，而不是 true 或 false。',
    'The statement has a resultType and a resultMap.': '语句同时有 resultType 和 resultMap。',
    'Type {type} is unknown.': '类型 {type} 未知。',
    'Result map {name} does not exist.': '结果映射 {name} 不存在。',
    'Result map {name} contains itself.': '结果映射 {name} 包含自身。',
    'The case {value} appears twice (line {line}).': '值 {value} 的 case 重复（第 {line} 行）。',
    'Fragment {name} does not exist (line {line}).': '片段 {name} 不存在（第 {line} 行）。',
    'Fragment {name} includes itself.': '片段 {name} 包含自身。',
    'The includes |are nested deeper than {most}|.': '片段的嵌套超过 {most} 层。',
    '#{{value}} has the unknown option {option}.': '#{{value}} 有未知的选项 {option}。',
    'The statement has two selectKey elements with order {order} (line {line}).':
      '语句有两个 order 为 {order} 的 selectKey（第 {line} 行）。',
    'selectKey in line {line} has several properties and one value.':
      '第 {line} 行的 selectKey 有多个属性，却只有一个值。',
    'selectKey in line {line} stands in a {verb}.': '第 {line} 行的 selectKey 位于 {verb} 中。',
    'The selectKey in line {line} has the order {order}.': '第 {line} 行的 selectKey 的 order 是 {order}。',
  },
  MAPPER_SUBSTITUTION: {
    'Statement {id} (line {line}): {reason}': '语句 {id}（第 {line} 行）：{reason}',
    '{value} puts text into SQL.': '{value} 将文本插入 SQL。',
  },
  MAPPER_NAMESPACE: {
    'Its namespace |is missing|.': '缺少命名空间。',
    'Its namespace |"{namespace}" is not the application\'s|.': '命名空间“{namespace}”不属于此应用。',
    'The mapper {name} does not exist.': '映射器 {name} 不存在。',
  },
  MAPPER_DUPLICATE: {
    '{collection} collection already contains value for {name}: it is in {owner}.':
      '{name} 重复，已在 {owner} 中定义。',
  },
  MAPPER_STATEMENT_MISSING: {
    '{mapper} declares the statement {name}, which no mapper XML of the application defines.':
      '{mapper} 声明了语句 {name}，但应用的映射器 XML 中没有定义。',
  },
  MAPPER_STATEMENT_KIND: {
    '{name} is a {verb}, but its field declares another kind.':
      '{name} 是 {verb} 语句，但字段声明的是其他类型。',
    '{name} merges several rows into one object, so its result cannot be paged.':
      '{name} 将多行合并为一个对象，因此结果不能分页。',
  },
  DATA_SCOPE_INVALID: {
    'The statement has a data scope, but does not read {table} behind from or join.':
      '语句有数据范围，但没有在 from 或 join 之后读取 {table}。',
    '@DataScope limits what is read, while {id} changes rows ({verb}).':
      '@DataScope 只限制读取，而 {id} 会更改数据（{verb}）。',
    '@DataScope of {id} names the column {column}.': '{id} 的 @DataScope 中的 {column} 不是列名。',
    '@DataScope of {id} has neither dept nor owner.': '{id} 的 @DataScope 既没有 dept，也没有 owner。',
  },
  PLUGIN_ENTITY_INVALID: {
    'Entity {entity} |has no @TableName.': '实体 {entity} 缺少 @TableName。',
    'Entity {entity} |has no @TableId.': '实体 {entity} 缺少 @TableId。',
    'Entity {entity} |has {count} fields with the role {role}.':
      '实体 {entity} 有 {count} 个字段的角色是 {role}。',
  },
};
