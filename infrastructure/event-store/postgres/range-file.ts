import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { link, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { OperatorError, reasonOf } from '../../operator-error.ts'
import { syncFolder } from '../../secret-file.ts'

const format = 'garbo-log-range-1'

/** The range of a file: positions of its first and last event, and the number of closed events in between. */
interface FileRange {
  readonly first: number
  readonly last: number
  readonly events: number
}

/** First line of a file. The others are position, metadata and data of one event each. */
interface FileHeader extends FileRange {
  readonly format: typeof format
}

/** Events read or written at a time. */
export const eventsPerPage = 5_000

export type Payload = readonly [position: number, meta: string, data: string]

/**
 * Writes a new compressed file; resolves to the digest of its text once it is on disk. A file that an interrupted attempt
 * has completed is left as it is. Rejects if there is any other.
 */
export const writeRangeFile = async (
  file: string,
  { first, last, events }: FileRange,
  pages: AsyncIterable<readonly Payload[]>,
): Promise<Buffer> => {
  const hash = createHash('sha256')
  const hashedLines = (values: readonly (FileHeader | Payload)[]) => {
    const text = values.map((value) => `${JSON.stringify(value)}\n`).join('')
    hash.update(text)
    return text
  }
  const text = async function* () {
    yield hashedLines([{ format, first, last, events }])
    for await (const page of pages) yield hashedLines(page)
  }
  const existing = isWritten(file) ? await digestOf(file) : null
  // a unique name, since another installation may write a file of the same name at the same time
  const draft = `${file}.${randomBytes(6).toString('hex')}.part`
  try {
    await pipeline(text(), createGzip(), createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }))
    const digest = hash.digest()
    if (existing?.equals(digest) === true) return digest
    if (!isWritten(file)) await rm(file, { force: true })
    await link(draft, file)
    syncFolder(dirname(file))
    return digest
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw writeError(file, error)
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

const writeError = (file: string, error: Error & { readonly code: unknown }) =>
  new OperatorError(
    error.code === 'EEXIST' ? `${file} already exists.` : `${file} cannot be written: ${reasonOf(error)}.`,
    {
      cause: error,
    },
  )

/** Attempts of earlier versions that were interrupted have left empty files. */
const isWritten = (file: string): boolean => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0

/** Rejects if the file has other contents than detached events. */
const digestOf = async (file: string): Promise<Buffer> => {
  try {
    return (await readRangeFile(file, async () => undefined)).digest
  } catch (cause) {
    throw new OperatorError(`${file} already exists.`, { cause })
  }
}

export interface RangeFile {
  readonly header: FileHeader
  /** SHA-256 of the file's text. */
  readonly digest: Buffer
}

/** Reads a file in pages; throws if it is damaged. */
export const readRangeFile = async (
  file: string,
  store: (payloads: readonly Payload[]) => Promise<unknown>,
): Promise<RangeFile> => {
  const hash = createHash('sha256')
  let header: FileHeader | null = null
  let page: Payload[] = []
  const flush = async () => {
    if (page.length > 0) await store(page)
    page = []
  }
  for await (const line of linesOf(file)) {
    hash.update(`${line}\n`)
    if (header === null) header = parseHeader(file, line)
    else page.push(parsePayload(file, line))
    if (page.length === eventsPerPage) await flush()
  }
  await flush()
  if (header === null) throw notARangeFile(file)
  return { header, digest: hash.digest() }
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const source = createReadStream(file)
  const text = createGunzip()
  source.on('error', (error) => text.destroy(error)).pipe(text)
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for await (const bytes of text) {
      const lines = (rest + decoder.decode(bytes as Buffer, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    throw new OperatorError(`${file} cannot be read: ${reasonOf(error)}.`, { cause: error })
  }
}

const notARangeFile = (file: string) => new OperatorError(`${file} is not a file of detached events.`)

const parseHeader = (file: string, line: string): FileHeader => {
  const header = parseLine(line) as Partial<FileHeader> | null
  const { first, last, events } = header ?? {}
  if (header?.format !== format || ![first, last, events].every(Number.isSafeInteger)) throw notARangeFile(file)
  return header as FileHeader
}

const parsePayload = (file: string, line: string): Payload => {
  const payload = parseLine(line)
  if (!Array.isArray(payload)) throw new OperatorError(`${file} is damaged.`)
  return payload as unknown as Payload
}

/** Null if the line is not JSON; the error would quote it. */
const parseLine = (line: string): unknown => {
  try {
    return JSON.parse(line) as unknown
  } catch {
    return null
  }
}
