import { streamNo, versionIn, type Placed } from './batch.ts'

/** In the order in which the rows bring them. */
export const columns = 'position, stream_no, id, version, type_no, name, meta, data, is_repeatable'

/** A batch as `copy … from stdin` takes it, when it is known where it begins. */
export const copyRows = (batch: readonly Placed[], typeNumber: (type: string) => number, base: number): string => {
  let rows = ''
  for (const placed of batch) {
    const { stream, expected, events, before, place } = placed
    const no = streamNo(placed, base)
    for (const [n, { id, type, meta, data }] of events.entries()) {
      const version = before + n + 1
      const name = version === 1 ? quoted(stream) : nothing
      const isRepeatable = n === 0 && versionIn(expected) === null
      rows += `${base + place + n}\t${no}\t${id}\t${version}\t${typeNumber(type)}\t${name}\t`
      rows += `${quoted(meta)}\t${quoted(data)}\t${isRepeatable}\n`
    }
  }
  return rows
}

const nothing = '\\N'
const special = /[\\\t\n\r]/
const quoted = (text: string): string =>
  special.test(text)
    ? text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
    : text
