import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { E } from '../../../domain/kernel/fp.ts'
import { maxPhotoBytes } from '../../../domain/accounts/rules.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { problemError, problems } from '../problems.ts'
import { endpointOf } from '../request.ts'

/** Accepts only JSON: valid UTF-8, unique names, no `__proto__`, and within the limits of `parseStrictJson`. */
export const registerStrictJson = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const parsed = E.tryCatch(
      () => parseStrictJson(new TextDecoder('utf-8', { fatal: true }).decode(body as Buffer), endpointOf(request)),
      (error) => problemError(error instanceof JsonTooLarge ? problems.tooLarge() : problems.malformed()),
    )
    if (E.isLeft(parsed)) done(parsed.left)
    // a body with an image takes as long to validate as to parse, so other requests get a turn in between
    else if (body.length > maxPlainJson) setImmediate(done, null, parsed.right)
    else done(null, parsed.right)
  })
}

/** Characters of a body without its images. @rule Q-130 */
export const maxPlainJson = 100 * 1024
/** Texts, brackets and commas. @rule Q-130 */
const defaultMaxTokens = 2_000
const maxDepth = 20

/** The JSON exceeds a limit. */
export class JsonTooLarge extends Error {}

/**
 * Throws `SyntaxError` on anything but strict JSON of a limited depth, and `JsonTooLarge` above the limits, before a
 * tree is built; undefined for an empty text. The texts of `imageFields` of the outermost object are not counted.
 * @rule Q-130
 */
export const parseStrictJson = (
  text: string,
  { imageFields = [], maxTokens = defaultMaxTokens }: Pick<Endpoint, 'imageFields' | 'maxTokens'> = {},
): unknown => {
  if (text === '') return undefined
  assertStrict(text, new Set(imageFields), maxTokens)
  return JSON.parse(text) as unknown
}

/** Names seen in each open object; null for an array. Invalid JSON is left to the parser. */
type OpenStructure = Set<string> | null

const assertStrict = (text: string, imageFields: ReadonlySet<string>, maxTokens: number): void => {
  const open: OpenStructure[] = []
  const limits = tokenLimits(maxTokens)
  let expectsName = false
  let field = ''
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') {
      const end = endOfString(text, at)
      const names = open.at(-1)
      const isName = expectsName && names instanceof Set
      if (isName) field = recordName(names, text.slice(at, end + 1))
      const isImage = !isName && open.length === 1 && imageFields.has(field)
      limits.count(1, isImage ? 0 : end - at)
      expectsName = false
      at = end
    } else if (character === '{' || character === '[') {
      expectsName = character === '{'
      open.push(expectsName ? new Set() : null)
      if (open.length > maxDepth) throw new SyntaxError('too deep')
      limits.count(1)
    } else if (character === '}' || character === ']') open.pop()
    else if (character === ',') {
      expectsName = open.at(-1) instanceof Set
      limits.count(1)
    } else limits.count(0)
  }
}

/** Counts tokens and characters that belong to no image; throws as soon as there are too many. */
const tokenLimits = (maxTokens: number) => {
  let [tokens, plain] = [0, 0]
  return {
    count: (more: number, length = 1) => {
      tokens += more
      plain += length
      if (tokens > maxTokens || plain > maxPlainJson) throw new JsonTooLarge()
    },
  }
}

/** Returns the name. */
const recordName = (names: Set<string>, quoted: string): string => {
  if (quoted.length > maxPlainJson) throw new JsonTooLarge()
  const name = JSON.parse(quoted) as string
  if (name === '__proto__' || names.has(name)) throw new SyntaxError('duplicate or forbidden name')
  names.add(name)
  return name
}

/** Index of the closing quote; skips the content without parsing, as pictures are long. */
const endOfString = (text: string, from: number): number => {
  for (let end = text.indexOf('"', from + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text[end - 1 - slashes] === '\\' && slashes <= maxPlainJson) slashes++
    if (slashes > maxPlainJson) throw new JsonTooLarge()
    if (slashes % 2 === 0) return end
    // images have no quotes, so that there are few to look at
    if (end - from > maxPlainJson) throw new JsonTooLarge()
  }
  throw new SyntaxError('unterminated string')
}

/** In this scope, bodies are forms with one file and a few fields instead of JSON. */
export const acceptMultipart = async (scope: FastifyInstance): Promise<void> => {
  scope.removeAllContentTypeParsers()
  await scope.register(multipart, {
    limits: {
      fileSize: maxPhotoBytes,
      files: 1,
      fields: 4,
      parts: 5,
      fieldSize: 1_000,
      fieldNameSize: 100,
      headerPairs: 20,
    },
  })
  scope.addHook('preValidation', async (request) => {
    request.body = await readForm(request)
  })
}

/**
 * In this scope, mail programs may send the form of RFC 8058, in either encoding. It has a single field, whose presence is
 * all that matters.
 */
export const acceptOneClickForm = (scope: FastifyInstance): Promise<void> => {
  scope.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string' },
    (_request, body, done) => {
      const isOneClick = /List-Unsubscribe/i.test(String(body)) && /One-Click/i.test(String(body))
      done(null, isOneClick ? { 'List-Unsubscribe': 'One-Click' } : {})
    },
  )
  return Promise.resolve()
}

const readForm = async (request: FastifyRequest): Promise<unknown> => {
  if (!request.isMultipart()) throw problemError(problems.notMultipart())
  const form = new Map<string, unknown>()
  try {
    for await (const part of request.parts()) {
      if (form.has(part.fieldname)) throw problemError(problems.malformed())
      form.set(
        part.fieldname,
        part.type === 'file' ? new File([new Uint8Array(await part.toBuffer())], part.filename) : part.value,
      )
    }
  } catch (error) {
    throw problemError(isTooLarge(error) ? problems.imageTooLarge() : problems.malformed())
  }
  return Object.fromEntries(form)
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE'
