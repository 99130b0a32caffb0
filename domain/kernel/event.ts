import * as t from 'io-ts'
import { E } from './fp.ts'

type Codec = t.Type<unknown, unknown>

/** A field that whoever may read the log may read. */
export interface Clear<C extends t.Mixed> {
  readonly kind: 'clear'
  readonly codec: C
}

/** A field of personal data: sealed under the key of the subject whose id stands in the clear field `subject`. */
export interface Pii<C extends t.Mixed, S extends string> {
  readonly kind: 'pii'
  readonly codec: C
  readonly subject: S
  readonly whenErased: t.TypeOf<C>
}

export type Field = Clear<t.Mixed> | Pii<t.Mixed, string>
export type Fields = Readonly<Record<string, Field>>

export const clear = <C extends t.Mixed>(codec: C): Clear<C> => ({ kind: 'clear', codec })

/** `whenErased` is what the field reads as once the subject's key has been destroyed. */
export const pii = <C extends t.Mixed, S extends string>(subject: S, codec: C, whenErased: t.TypeOf<C>): Pii<C, S> => ({
  kind: 'pii',
  codec,
  subject,
  whenErased,
})

/** An older shape's data, as it lies on disk, to the next shape's. */
export type Upcaster = (data: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>

type ClearNames<F extends Fields> = { [K in keyof F]: F[K] extends Clear<t.Mixed> ? K : never }[keyof F]
/** A `pii` field whose subject is not a clear field of the same event does not compile. */
type SubjectsExist<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends Pii<infer C, infer S> ? (S extends ClearNames<F> ? Pii<C, S> : never) : F[K]
}

export interface EventOf<N extends string, F extends Fields> {
  readonly type: N
  readonly data: { readonly [K in keyof F]: t.TypeOf<F[K]['codec']> }
}

export interface AnyEvent {
  readonly type: string
  readonly data: unknown
}

/** What an event of this type holds, field by field, and how to read every shape it ever had. */
export interface EventCodec<Event extends AnyEvent> {
  readonly type: Event['type']
  /** The shape written today; counts from 1. */
  readonly version: number
  readonly fields: Fields
  readonly decode: (data: unknown, version?: number) => E.Either<t.Errors, Event>
}

interface SchemaVersions {
  readonly version: number
  /** `upcast[n]` turns shape n into shape n + 1; every n below `version` must have one. */
  readonly upcast: Readonly<Record<number, Upcaster>>
}

/**
 * Declares an event. These shapes are on disk for ever: add a field with a new shape version and an upcaster, or add a
 * new event; never rename, never narrow.
 */
export const event = <N extends string, const F extends Fields>(
  type: N,
  fields: F & SubjectsExist<F>,
  shapes: SchemaVersions = { version: 1, upcast: {} },
): EventCodec<EventOf<N, F>> => {
  const codecs = Object.entries<Field>(fields).map(([name, { codec }]) => [name, codec] as const)
  const current = t.strict(Object.fromEntries(codecs), type) as unknown as Codec
  const asDeclared = codecs.map(([name, codec]) => [name, decodesUnchanged(codec)] as const)
  return {
    type,
    version: shapes.version,
    fields,
    decode: (stored, version = shapes.version) => {
      let data = stored
      for (let shape = version; shape < shapes.version; shape++) data = shapes.upcast[shape]?.(data as never) ?? data
      if (matchesFields(data, asDeclared)) return E.right({ type, data } as EventOf<N, F>)
      return E.map((decoded) => ({ type, data: decoded }) as EventOf<N, F>)(current.decode(data))
    },
  }
}

/** Whether decoding would give a value back as it is. */
type DecodesUnchanged = (value: unknown) => boolean

const decodesUnchanged = (codec: t.Mixed): DecodesUnchanged => {
  if (isPrimitiveCodec(codec)) return (value) => codec.is(value)
  return (value) => {
    const decoded = codec.validate(value, emptyContext)
    return E.isRight(decoded) && decoded.right === value
  }
}
const emptyContext: t.Context = []

/** Nothing in what it takes that decoding could leave out or replace. */
const isPrimitiveCodec = (codec: t.Mixed): boolean =>
  codec instanceof t.UnionType
    ? (codec.types as readonly t.Mixed[]).every(isPrimitiveCodec)
    : !['props', 'type', 'types', 'domain'].some((part) => part in codec)

/** `t.strict` would say the same; it takes more than twice as long, for it notes where it is looking. */
const matchesFields = (data: unknown, fields: readonly (readonly [string, DecodesUnchanged])[]): boolean => {
  if (typeof data !== 'object' || data === null || Object.keys(data).length !== fields.length) return false
  for (const [name, isFine] of fields) if (!isFine((data as Readonly<Record<string, unknown>>)[name])) return false
  return true
}

/** The events one kind of stream may hold. */
export interface EventFamily<Event> {
  readonly codecs: ReadonlyMap<string, EventCodec<AnyEvent>>
  /** Never called: carries the union of the family's events for the compiler. */
  readonly event?: Event
}

export const family = <const C extends readonly EventCodec<AnyEvent>[]>(
  ...codecs: C
): EventFamily<C[number] extends infer One ? (One extends EventCodec<infer Event> ? Event : never) : never> => ({
  codecs: new Map(codecs.map((codec) => [codec.type, codec])),
})

export type EventIn<F> = F extends EventFamily<infer Event> ? Event : never
