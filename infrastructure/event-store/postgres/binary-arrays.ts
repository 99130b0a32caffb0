/** Arrays as Postgres itself sends them: nothing to quote here, nothing to unquote there. */
export const int2s = (values: readonly number[]): Buffer =>
  fixed(21, 2, values, (to, at, value) => to.writeInt16BE(value, at))

export const int4s = (values: readonly number[]): Buffer =>
  fixed(23, 4, values, (to, at, value) => to.writeInt32BE(value, at))

export const uuids = (values: readonly string[]): Buffer =>
  fixed(2950, 16, values, (to, at, value) => to.write(value.replaceAll('-', ''), at, 16, 'hex'))

/** Well-formed text only. */
export const texts = (values: readonly string[]): Buffer => {
  // No character takes more than three bytes; written once, measured by what was written.
  const most = values.reduce((sum, value) => sum + 4 + value.length * 3, headerSize)
  const array = Buffer.allocUnsafe(most)
  let at = writeHeader(array, 25, values.length)
  for (const value of values) {
    const length = array.write(value, at + 4, 'utf8')
    array.writeInt32BE(length, at)
    at += 4 + length
  }
  return array.subarray(0, at)
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
