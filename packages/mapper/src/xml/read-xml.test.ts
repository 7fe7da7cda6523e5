import { describe, expect, it } from 'vitest';
import { inStatement } from './in-statement.ts';
import { MalformedXml, MapperError } from './mapper-error.ts';
import { checkAttributes, elementsOf, parseXml } from './xml-element.ts';

const nested = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth);
const MYBATIS = 'PUBLIC "-//mybatis.org//DTD Mapper 3.0//EN" "http://mybatis.org/dtd/mybatis-3-mapper.dtd"';

describe("a mapper's XML", () => {
  it('is read into elements with their attributes, texts and lines', () => {
    expect(parseXml('<?xml version="1.0"?>\n<a x="1 &lt; 2">\nb<!-- c --><![CDATA[ <d> ]]><e/></a>')).toEqual(
      {
        name: 'a',
        attributes: { x: '1 < 2' },
        line: 2,
        children: ['\nb', ' <d> ', { name: 'e', attributes: {}, children: [], line: 3 }],
      },
    );
  });

  it.each([
    `<!DOCTYPE mapper ${MYBATIS}>`,
    `<!DOCTYPE mapper ${MYBATIS} >`,
    `<!DOCTYPE mapper ${MYBATIS}\n  >`,
    `<!DOCTYPE mapper SYSTEM '/x/ibatis-3-mapper.dtd'>`,
    '<!DOCTYPE mapper>',
  ])('may name the document type of a mapper: %s', (declaration) => {
    expect(parseXml(`${declaration}<mapper/>`).name).toBe('mapper');
  });

  it.each([
    ['<!DOCTYPE mapper SYSTEM "http://x/evil.dtd">', 'The document type is not that of a mapper.'],
    ['<!DOCTYPE mapper PUBLIC "a" "http://x/evil.dtd">', 'The document type is not that of a mapper.'],
    [
      '<!DOCTYPE mapper SYSTEM "http://x/mybatis-3-mapper.dtd?evil">',
      'The document type is not that of a mapper.',
    ],
    [
      '<!DOCTYPE mapper PUBLIC "-3-mapper.dtd" "http://x/evil.dtd">',
      'The document type is not that of a mapper.',
    ],
    ['<!DOCTYPE mapper [<!ENTITY x "y">]>', 'The document declares its own type.'],
    [`<!DOCTYPE mapper ${MYBATIS} [<!ENTITY x "y">]>`, 'The document type is not that of a mapper.'],
  ])('may not name another or declare its own: %s', (declaration, message) => {
    expect(() => parseXml(`${declaration}<mapper/>`)).toThrow(
      expect.objectContaining({ code: 'MAPPER_XML_INVALID', message }),
    );
  });

  it.each(['<a>', '<a></b>', '<a>&x;</a>', '<a b="1" b="2"/>', '<a/><b/>', ''])(
    'must be well-formed: %s',
    (xml) => {
      expect(() => parseXml(xml)).toThrow(MapperError);
    },
  );

  it('names what is malformed', () => {
    expect(() => parseXml('<a>')).toThrow(MalformedXml);
    expect(() => parseXml('<a>')).toThrow('The XML is not well-formed: ');
  });

  it('may nest 100 elements', () => {
    expect(parseXml(nested(100)).name).toBe('a');
    expect(parseXml(`<b>${'<a></a>'.repeat(101)}</b>`).children).toHaveLength(101);
    expect(() => parseXml(nested(101))).toThrow('Elements are nested deeper than 100.');
  });

  it('has no prefixed elements', () => {
    expect(() => parseXml('<x:a xmlns:x="y"/>')).toThrow('<x:a> is not an element of a mapper.');
  });
});

describe('an element', () => {
  it('lists its elements, which no text may stand beside', () => {
    expect(elementsOf(parseXml('<a>\n <b/> <c/>\n</a>')).map(({ name }) => name)).toEqual(['b', 'c']);
    expect(() => elementsOf(parseXml('\n<a><b/> x</a>'))).toThrow('<a> in line 2 contains text.');
  });

  it.each([
    ['<a r="1" o="2"/>', undefined, undefined],
    ['<a r=""/>', undefined, undefined],
    ['<a o="2"/>', 'requires the attribute r.', 'Add r="…".'],
    ['<a r="1" x="2"/>', 'has the unknown attribute x.', 'It takes r, o.'],
  ])('has its required and optional attributes: %s', (xml, message, fix) => {
    const check = (): void => checkAttributes(parseXml(xml), { required: ['r'], optional: ['o'] });
    if (message === undefined) check();
    else {
      expect(check).toThrow(
        expect.objectContaining({ message: `<a> in line 1 ${message}`, fix, code: 'MAPPER_XML_INVALID' }),
      );
    }
  });

  it('may take no attributes', () => {
    expect(() => checkAttributes(parseXml('<a x="1"/>'), {})).toThrow(
      expect.objectContaining({ fix: 'It takes none.' }),
    );
  });
});

describe('an error of a statement', () => {
  const within = (error: Error) => () =>
    inStatement({ id: 's', line: 4 }, () => {
      throw error;
    });

  it('names the statement and its line', () => {
    expect(within(new MapperError('MAPPER_DUPLICATE', 'Twice.', 'Once.'))).toThrow(
      expect.objectContaining({
        name: 'MapperError',
        code: 'MAPPER_DUPLICATE',
        message: 'Statement s (line 4): Twice.',
        fix: 'Once.',
      }),
    );
  });

  it('of another kind stays as it is', () => {
    const bug = new TypeError('bug');
    expect(within(bug)).toThrow(bug);
    expect(inStatement({ id: 's', line: 4 }, () => 5)).toBe(5);
  });
});
