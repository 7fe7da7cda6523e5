type MapperErrorCode = 'MAPPER_XML_INVALID' | 'MAPPER_SUBSTITUTION' | 'MAPPER_NAMESPACE' | 'MAPPER_DUPLICATE';

/** Why a mapper's XML cannot be used. */
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

export const invalidXml = (message: string, fix: string): MapperError =>
  new MapperError('MAPPER_XML_INVALID', message, fix);
