import { hash } from 'node:crypto'
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { CheckpointAnchors, Leaf, LogTree, SignedCheckpoint, Witness } from '../../../application/audit/ports.ts'
import type { EventStore, RecordedEvent } from '../../../application/ports/event-store.ts'
import { consistencyProof, inclusionProof, type LeafRange } from '../../../domain/audit/merkle-tree.ts'
import type { ActorRole } from '../../../domain/kernel/event-envelope.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { instantColumn } from '../../../projections/columns.ts'
import { statement } from '../../postgres/postgres.ts'
import { keyIdOf, partsOfNote, signatureIn, signatureTypes, type VerifierKey } from './checkpoint-note.ts'
import { isCosignature, verifierKeyText } from './cosignatures.ts'
import { leafHash, leafOf } from './hashes.ts'
import { rangeHash, tilesFor } from './tiles.ts'
import { readTiles } from './tree-storage.ts'

/**
 * The tree as stored, with the events of its leaves read from the log.
 *
 * @param witnesses keys whose cosignatures are accepted
 */
export const logTree = (
  queries: CommonQueryMethods,
  store: Pick<EventStore, 'readAll'>,
  witnesses: readonly VerifierKey[] = [],
): LogTree => {
  const hashesOf = async (ranges: readonly LeafRange[]): Promise<readonly string[]> => {
    const tiles = await readTiles(queries, tilesFor(ranges))
    return ranges.map((range) => rangeHash(range, tiles).toString('hex'))
  }
  return {
    checkpoints: (limit) => newestCheckpoints(queries, limit),
    witnesses: witnesses.map(shownWitness),
    addCosignature: async (treeSize, line) => {
      const note = await queries.maybeOneFirst(noteOf(treeSize))
      if (note === null) return 'unknown size'
      const text = partsOfNote(note)?.text ?? ''
      const witness = witnesses.find((key) => isCosignature(line, text, key))
      if (witness === undefined) return 'invalid'
      await storeCosignature(queries, treeSize, line, witness)
      return 'stored'
    },
    keys: async () =>
      (await queries.any(selectKeys)).map(({ publicKey, ...key }) => ({
        ...key,
        publicKey: publicKey.toString('base64'),
      })),
    sealedSize: () => queries.oneFirst(selectSealedSize),
    leafOf: async (eventId) => {
      const place = await queries.maybeOne(placeOf(eventId))
      return place && { leafIndex: place.leafIndex, ...leafFields(await eventAfter(store, place.previous, eventId)) }
    },
    leafIndexes: async (eventIds) => {
      const places = await queries.any(placesOf(eventIds))
      return new Map(places.map(({ eventId, leafIndex }) => [eventId, leafIndex]))
    },
    inclusion: async (leafIndex, size) => {
      const [[rootHash = '', ...path], checkpoint] = await Promise.all([
        hashesOf([{ start: 0, end: size }, ...inclusionProof(leafIndex, size)]),
        queries.maybeOneFirst(noteOf(size)),
      ])
      return { path, rootHash, checkpoint }
    },
    consistency: async (from, to) => {
      const whole = [from, to].map((end) => ({ start: 0, end }))
      const [fromRoot = '', toRoot = '', ...path] = await hashesOf([...whole, ...consistencyProof(from, to)])
      return { path, fromRoot, toRoot }
    },
  }
}

const StoredCheckpoint = z.object({
  treeSize: z.number(),
  root: z.instanceof(Buffer),
  at: instantColumn,
  keyId: z.string(),
  note: z.string(),
  cosignatures: z.array(z.string()),
})

const selectCheckpoints = (where: FragmentSqlToken, limit: number) => sql.type(StoredCheckpoint)`
  select c.tree_size::float8 as "treeSize", root, c.at, k.key_id as "keyId", note, coalesce((
      select json_agg(s.line order by s.at) from audit.cosignatures s where s.tree_size = c.tree_size), '[]')
      as cosignatures
  from audit.checkpoints c join audit.signing_keys k on k.number = key_number
  where ${where} order by c.tree_size desc limit ${limit}`

const shownCheckpoint = ({ root, ...checkpoint }: z.output<typeof StoredCheckpoint>): SignedCheckpoint => ({
  ...checkpoint,
  rootHash: root.toString('hex'),
  signature: signatureIn(checkpoint.note),
})

const newestCheckpoints = async (queries: CommonQueryMethods, limit: number): Promise<readonly SignedCheckpoint[]> =>
  (await queries.any(selectCheckpoints(sql.fragment`true`, limit))).map(shownCheckpoint)

const checkpointWhere = async (queries: CommonQueryMethods, where: FragmentSqlToken) => {
  const stored = await queries.maybeOne(selectCheckpoints(where, 1))
  return stored && shownCheckpoint(stored)
}

const shownWitness = (key: VerifierKey): Witness => ({
  name: key.name,
  keyId: keyIdOf(key, signatureTypes.cosignature).toString('hex'),
  publicKey: key.publicKey.toString('base64'),
  verifierKey: verifierKeyText(key),
})

/** Keeps the first line of a witness for a checkpoint: a later time would add nothing but rows. */
const storeCosignature = async (queries: CommonQueryMethods, treeSize: number, line: string, key: VerifierKey) => {
  await queries.query(statement`
    insert into audit.cosignatures (tree_size, witness, key_id, line, at)
    values (${treeSize}, ${key.name}, ${shownWitness(key).keyId}, ${line}, clock_timestamp())
    on conflict do nothing`)
}

/** @param addresses where the last checkpoint of each day is sent */
export const checkpointAnchors = (queries: CommonQueryMethods, addresses: readonly string[]): CheckpointAnchors => ({
  recipients: addresses.map((address) => ({ id: hash('sha256', address).slice(0, 16), address })),
  due: (before) =>
    checkpointWhere(
      queries,
      sql.fragment`c.at < ${before}::timestamptz
        and c.tree_size > (select coalesce(max(tree_size), 0) from audit.anchors)`,
    ),
  sent: async (treeSize) => {
    await queries.query(statement`
      insert into audit.anchors (tree_size, at) values (${treeSize}, clock_timestamp()) on conflict do nothing`)
  },
  checkpoint: (treeSize) => checkpointWhere(queries, sql.fragment`c.tree_size = ${treeSize}`),
})

const StoredKey = z.object({
  keyId: z.string(),
  publicKey: z.instanceof(Buffer),
  since: instantColumn,
  until: instantColumn.nullable(),
})
const selectKeys = sql.type(StoredKey)`
  select key_id as "keyId", public_key as "publicKey", since, until
  from audit.signing_keys order by number desc`

const selectSealedSize = sql.type(z.object({ size: z.number() }))`
  select coalesce(max(tree_size), 0)::float8 as size from audit.checkpoints`

const noteOf = (size: number) =>
  sql.type(z.object({ note: z.string() }))`select note from audit.checkpoints where tree_size = ${size}`

const Place = z.object({ leafIndex: z.number(), previous: z.string().nullable() })
/** Where an event is, and the position of the event before it. Should two have the same id, the first. */
const placeOf = (eventId: string) => sql.type(Place)`
  select l.leaf_index::float8 as "leafIndex", before.position as previous
  from audit.leaves l left join audit.leaves before on before.leaf_index = l.leaf_index - 1
  where l.event_id = ${eventId}::uuid order by l.leaf_index limit 1`

const placesOf = (eventIds: readonly string[]) =>
  sql.type(z.object({ eventId: z.string(), leafIndex: z.number() }))`
  select event_id::text as "eventId", min(leaf_index)::float8 as "leafIndex"
  from audit.leaves where event_id = any(${sql.array(eventIds, 'uuid')}) group by event_id`

const eventAfter = async (
  store: Pick<EventStore, 'readAll'>,
  previous: string | null,
  eventId: string,
): Promise<RecordedEvent> => {
  const read = await store.readAll(previous, 1)()
  if (E.isLeft(read)) throw new Error(`the event log is unavailable: ${read.left.type}`, { cause: read.left })
  const [event] = read.right
  if (event?.id !== eventId) throw new Error(`the log does not hold the event ${eventId} where it was`)
  return event
}

const ReadLeaf = z.object({
  stream: z.string(),
  data: z.object({ authorId: z.string().nullish() }),
  meta: z.object({ actor: z.object({ id: z.string().nullable(), role: z.string() }) }),
})
const systemRoles: ReadonlySet<string> = new Set<ActorRole>(['policy', 'operator'])

/** Streams whose events contain no ids of people that their actor may not know. Disputes and replies name the author. */
const ownStreams: ReadonlySet<string> = new Set(['account', 'favourites', 'booking', 'rating'])

const leafFields = (event: RecordedEvent): Omit<Leaf, 'leafIndex'> => {
  const leaf = leafOf(event)
  const hashed = { leaf, leafHash: leafHash(leaf).toString('hex') }
  const { data: read } = ReadLeaf.safeParse(JSON.parse(leaf))
  if (read === undefined || systemRoles.has(read.meta.actor.role))
    return { ...hashed, actor: null, namesNobodyElse: false }
  const { id: actor } = read.meta.actor
  const category = read.stream.slice(0, read.stream.indexOf('-'))
  const isOwnReview = category === 'review' && read.data.authorId === actor
  return { ...hashed, actor, namesNobodyElse: ownStreams.has(category) || isOwnReview }
}
