import type { MultipartFields } from '@fastify/multipart';
import type { UploadedFile } from '@platform/plugin-sdk/web';
import type { FastifyRequest } from 'fastify';

/** The files of a multipart request as streams, each with the text fields sent before it. */
export async function* readFiles(request: FastifyRequest): AsyncGenerator<UploadedFile> {
  for await (const part of request.files()) {
    yield {
      fieldName: part.fieldname,
      fileName: part.filename,
      mimeType: part.mimetype,
      stream: part.file,
      fields: textFields(part.fields),
    };
  }
}

function textFields(fields: MultipartFields): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, field] of Object.entries(fields)) {
    const first = Array.isArray(field) ? field[0] : field;
    if (first?.type === 'field') texts[name] = String(first.value);
  }
  return texts;
}
