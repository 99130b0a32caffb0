import * as t from 'io-ts'
import { PrimitiveType } from './primitives.ts'

/** Whether a new event may contain the value. */
type IsRecordable = (value: unknown) => boolean

/**
 * What a codec accepts in new events: what every read model, e-mail and export can hold. Reading accepts more, so that
 * stored events stay readable. Nothing for codecs that do not say, such as `t.string`.
 * @rule Q-118
 */
const recordableValues = (codec: t.Mixed): IsRecordable => {
  if (codec instanceof PrimitiveType) return codec.isRecordable
  if (codec instanceof t.BooleanType || codec instanceof t.NullType) return (value) => codec.is(value)
  if (codec instanceof t.UnionType) {
    const members = (codec.types as readonly t.Mixed[]).map(recordableValues)
    return (value) => members.some((isRecordable) => isRecordable(value))
  }
  if (codec instanceof t.ReadonlyArrayType) {
    const isRecordable = recordableValues(codec.type as t.Mixed)
    // `every` alone would skip holes
    return (value) => Array.isArray(value) && Array.from(value).every(isRecordable)
  }
  if (codec instanceof t.ExactType || codec instanceof t.ReadonlyType) return recordableValues(codec.type as t.Mixed)
  if (codec instanceof t.InterfaceType) {
    const firstUnrecordable = unrecordableField(codec.props as t.Props)
    return (value) => firstUnrecordable(value) === null
  }
  return () => false
}

/** The first field that a new event may not contain as it is; null if there is none. */
export const unrecordableField = (codecs: t.Props): ((data: unknown) => string | null) => {
  const fields = Object.entries(codecs).map(([name, codec]) => [name, recordableValues(codec)] as const)
  return (data) => {
    if (typeof data !== 'object' || data === null) return fields[0]?.[0] ?? ''
    for (const [name, isRecordable] of fields)
      if (!isRecordable((data as Readonly<Record<string, unknown>>)[name])) return name
    return null
  }
}
