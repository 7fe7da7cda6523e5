type MapperErrorCode =
  | 'MAPPER_XML_INVALID'
  | 'MAPPER_SUBSTITUTION'
  | 'MAPPER_NAMESPACE'
  | 'MAPPER_DUPLICATE'
  | 'DATA_SCOPE_INVALID';

/** A mapper file that the host cannot use. */
export class MapperError extends Error {
  readonly code: MapperErrorCode;
  readonly fix: string;

  constructor(code: MapperErrorCode, message: string, fix: string) {
    super(message);
    this.name = 'MapperError';
    this.code = code;
    this.fix = fix;
  }
}

/** XML that is not well-formed. */
export class MalformedXml extends MapperError {
  constructor(reason: string) {
    super(
      'MAPPER_XML_INVALID',
      `The XML is not well-formed: ${reason}.`,
      'Correct the XML; write < in SQL as &lt;.',
    );
  }
}

export const invalidXml = (message: string, fix: string): MapperError =>
  new MapperError('MAPPER_XML_INVALID', message, fix);
