/** Arrays as Postgres itself sends them: nothing to quote here, nothing to unquote there. */
export const int2s = (values: readonly number[]): Buffer =>
  fixed(21, 2, values, (to, at, value) => to.writeInt16BE(value, at))

export const int4s = (values: readonly number[]): Buffer =>
  fixed(23, 4, values, (to, at, value) => to.writeInt32BE(value, at))

export const uuids = (values: readonly string[]): Buffer =>
  fixed(2950, 16, values, (to, at, value) => to.write(value.replaceAll('-', ''), at, 16, 'hex'))

export const texts = (values: readonly string[]): Buffer => {
  const lengths = values.map((value) => Buffer.byteLength(value))
  const array = Buffer.allocUnsafe(headerSize + lengths.reduce((sum, length) => sum + 4 + length, 0))
  let at = writeHeader(array, 25, values.length)
  for (const [n, value] of values.entries()) {
    const length = lengths[n] ?? 0
    array.writeInt32BE(length, at)
    array.write(value, at + 4, length, 'utf8')
    at += 4 + length
  }
  return array
}

const headerSize = 20

/** Dimensions, has nulls, element type, length, lower bound. */
const writeHeader = (array: Buffer, oid: number, length: number): number => {
  for (const [n, field] of [1, 0, oid, length, 1].entries()) array.writeInt32BE(field, n * 4)
  return headerSize
}

const fixed = <A>(
  oid: number,
  width: number,
  values: readonly A[],
  write: (to: Buffer, at: number, value: A) => void,
): Buffer => {
  const array = Buffer.allocUnsafe(headerSize + values.length * (4 + width))
  let at = writeHeader(array, oid, values.length)
  for (const value of values) {
    array.writeInt32BE(width, at)
    write(array, at + 4, value)
    at += 4 + width
  }
  return array
}
