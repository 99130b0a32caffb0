/** Arrays as Postgres itself sends them: nothing to quote here, nothing to unquote there. */
export const bools = (values: readonly boolean[]): Buffer =>
  fixed(16, 1, values, (to, at, value) => to.writeInt8(value ? 1 : 0, at))

export const int2s = (values: readonly number[]): Buffer =>
  fixed(21, 2, values, (to, at, value) => to.writeInt16BE(value, at))

export const int4s = (values: readonly number[]): Buffer =>
  fixed(23, 4, values, (to, at, value) => to.writeInt32BE(value, at))

/** Safe integers. */
export const int8s = (values: readonly number[]): Buffer =>
  fixed(20, 8, values, (to, at, value) => {
    to.writeInt32BE(Math.floor(value / 2 ** 32), at)
    to.writeUInt32BE(value >>> 0, at + 4)
  })

export const uuids = (values: readonly string[]): Buffer =>
  fixed(2950, 16, values, (to, at, value) => to.write(value.replaceAll('-', ''), at, 16, 'hex'))

/** Well-formed text only. */
export const texts = (values: readonly (string | null)[]): Buffer => {
  // No character takes more than three bytes; written once, measured by what was written.
  let most = headerSize
  for (const value of values) most += 4 + (value === null ? 0 : value.length * 3)
  const array = Buffer.allocUnsafe(most)
  let at = writeHeader(array, 25, values.length, values.includes(null))
  for (const value of values) {
    const length = value === null ? -1 : array.write(value, at + 4, 'utf8')
    array.writeInt32BE(length, at)
    at += 4 + Math.max(length, 0)
  }
  return array.subarray(0, at)
}

const headerSize = 20

/** Dimensions, has nulls, element type, length, lower bound. */
const writeHeader = (array: Buffer, oid: number, length: number, hasNulls = false): number => {
  array.writeInt32BE(1, 0)
  array.writeInt32BE(hasNulls ? 1 : 0, 4)
  array.writeInt32BE(oid, 8)
  array.writeInt32BE(length, 12)
  array.writeInt32BE(1, 16)
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
