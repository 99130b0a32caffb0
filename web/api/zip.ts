import { Zip, ZipDeflate } from 'fflate'

export interface ZipEntry {
  readonly name: string
  readonly content: Uint8Array
}

/** The earliest date the format can hold: entries carry no modification time. */
const noDate = new Date(1980, 0, 1)
const chunkBytes = 64 * 1024

/** Compresses entries into one archive. Holds one entry in memory and reads the next when the consumer asks for more. */
export async function* zipStream(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const pending: Uint8Array[] = []
  const archive = new Zip((error, chunk) => {
    if (error !== null) throw error
    pending.push(chunk)
  })
  for await (const { name, content } of entries) {
    const file = new ZipDeflate(name)
    file.mtime = noDate
    archive.add(file)
    let offset = 0
    do {
      const end = offset + chunkBytes
      file.push(content.subarray(offset, end), end >= content.length)
      yield* pending.splice(0)
      offset = end
    } while (offset < content.length)
  }
  archive.end()
  yield* pending
}
