import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { largestFile } from '../../../application/ports/photos.ts'
import { problems, thrown } from '../problem.ts'

/** In here a body is a form with one file and few words in it, instead of JSON. */
export const acceptForms = async (scope: FastifyInstance): Promise<void> => {
  scope.removeAllContentTypeParsers()
  await scope.register(multipart, {
    limits: {
      fileSize: largestFile,
      files: 1,
      fields: 4,
      parts: 5,
      fieldSize: 1_000,
      fieldNameSize: 100,
      headerPairs: 20,
    },
  })
  scope.addHook('preValidation', async (request) => {
    request.body = await formIn(request)
  })
}

const formIn = async (request: FastifyRequest): Promise<unknown> => {
  if (!request.isMultipart()) throw thrown(problems.notAForm())
  const form = new Map<string, unknown>()
  try {
    for await (const part of request.parts()) {
      if (form.has(part.fieldname)) throw thrown(problems.malformed())
      form.set(
        part.fieldname,
        part.type === 'file' ? new File([new Uint8Array(await part.toBuffer())], part.filename) : part.value,
      )
    }
  } catch (error) {
    throw thrown(isTooLarge(error) ? problems.pictureTooLarge() : problems.malformed())
  }
  return Object.fromEntries(form)
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE'
