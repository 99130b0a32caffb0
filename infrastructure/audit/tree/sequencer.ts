import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Keyring } from '../../../application/ports/keyring.ts'
import type { RecordedEvent } from '../../../application/ports/event-store.ts'
import type { Position } from '../../../domain/kernel/event-envelope.ts'
import {
  acquireCheckpoint,
  type AcquiredCheckpoint,
  checkpointMove,
  firstExtraParameter,
  followLog,
  onlyIfMoved,
  pause,
  type ProcessPage,
  readReaders,
  type ReaderStatus,
  type ReaderRuntime,
  runAsLeader,
  type UnmeasuredReaders,
} from '../../projections/projection-engine.ts'
import { statement } from '../../postgres/postgres.ts'
import { checkpointText, signNote } from './checkpoint-note.ts'
import { type Hash, leafHash, leafOf } from './hashes.ts'
import { signingKey, type SigningKey } from './signing-keys.ts'
import { edgePlaces, type GrowingTree, growingTree, packTile, type Tile } from './tiles.ts'
import { readTiles } from './tree-storage.ts'

/** Name of the sequencer's checkpoint and lease. */
const sequencerName = 'tree'

export interface SequencerOptions {
  readonly queries: CommonQueryMethods
  readonly keyring: Pick<Keyring, 'provision'>
  /** Names the log in its checkpoints. */
  readonly origin: string
  /** How long after an event its checkpoint is signed; less than a second. */
  readonly sealMs?: number
}

const pageSize = 1_000
const defaultSealMs = 500
/**
 * Part of the time until sealing in which the sequencer waits at the end of the log: a statement for a few events costs
 * appends hardly less than one for all of this time.
 */
const gatheringPart = 0.2

/**
 * Adds every event to the tree, in the order of the log, and signs a checkpoint at most a second after an event. Any number
 * of processes may run it; one leads. Hashes and progress are written in one statement, so what a process has written before
 * it dies is a tree of the log's first events.
 */
export const runSequencer = async (
  runtime: ReaderRuntime,
  options: SequencerOptions,
  signal: AbortSignal,
): Promise<void> => {
  const { sealMs = defaultSealMs } = options
  await runAsLeader(runtime, sequencerName, signal, async (lease, until, watch) => {
    await runtime.pool.query('insert into ops.checkpoints (name) values ($1) on conflict do nothing', [sequencerName])
    const checkpoint = await acquireCheckpoint(runtime.pool, sequencerName, lease)
    if (checkpoint === null) return 100
    const tree = await loadTree(options.queries, checkpoint.stored)
    const key = await signingKey(options.queries, options.keyring, options.origin)
    const sealer = startSealer({ ...options, sealMs }, { checkpoint, tree, key })
    const sequencePage: ProcessPage = async ({ events, more }) => {
      const to = events.at(-1)?.position
      if (to === undefined) return { type: 'Moved' }
      const isWritten = await sealer.whileNotSealing(() => addToTree(runtime, checkpoint, tree, { events, to }))
      if (isWritten) sealer.sealSoon()
      if (!more) await pause(sealMs * gatheringPart, until)
      return { type: isWritten ? 'Moved' : 'Superseded' }
    }
    const follower = { lease, checkpoint, processPage: sequencePage, pageSize, watch }
    try {
      await followLog(runtime, follower, AbortSignal.any([until, sealer.failed]))
      sealer.throwFailure()
      return 0
    } finally {
      sealer.stop()
    }
  })
}

/** Progress of the sequencer, whichever process runs it. */
export const readSequencer = (pool: Pick<ReaderRuntime['pool'], 'query'>): Promise<UnmeasuredReaders<ReaderStatus>> =>
  readReaders(pool, [{ name: sequencerName, checkpoint: sequencerName }])

/** Throws rather than adding events twice, should somebody have changed one of the two. */
const loadTree = async (queries: CommonQueryMethods, readUpTo: Position | null): Promise<GrowingTree> => {
  const size = await treeSize(queries)
  const last = await queries.maybeOneFirst(sql.type(z.object({ position: z.string() }))`
    select position from audit.leaves where leaf_index = ${size - 1}`)
  if (last !== readUpTo) throw new Error(`the tree ends at ${last}, its reader at ${readUpTo}`)
  return growingTree(size, await readTiles(queries, edgePlaces(size)))
}

/** Leaves in the tree. */
export const treeSize = (queries: CommonQueryMethods): Promise<number> =>
  queries.oneFirst(sql.type(z.object({ size: z.number() }))`
    select coalesce(max(leaf_index) + 1, 0)::float8 as size from audit.leaves`)

const first = firstExtraParameter
const moveAndGrow = checkpointMove(
  `tiles as (
    insert into audit.tiles (level, index, hashes)
    select * from unnest($${first}::smallint[], $${first + 1}::bigint[], $${first + 2}::bytea[]) where ${onlyIfMoved}
    on conflict (level, index) do update set hashes = excluded.hashes
  ), leaves as (
    insert into audit.leaves (leaf_index, event_id, position)
    select $${first + 3}::bigint + place - 1, id, position
    from unnest($${first + 4}::uuid[], $${first + 5}::text[]) with ordinality as leaf (id, position, place)
    where ${onlyIfMoved}
  )`,
  6,
)

/** Resolves to false if another process has taken over; nothing was written then. */
const addToTree = async (
  { pool }: ReaderRuntime,
  checkpoint: AcquiredCheckpoint,
  tree: GrowingTree,
  { events, to }: { readonly events: readonly RecordedEvent[]; readonly to: Position },
): Promise<boolean> => {
  const firstIndex = tree.size()
  const tiles = tree.append(events.map((event): Hash => leafHash(leafOf(event))))
  const values = [...tileValues(tiles), firstIndex, events.map(({ id }) => id), events.map(({ position }) => position)]
  if (!(await moveAndGrow(pool, checkpoint, { to, values }))) return false
  checkpoint.stored = checkpoint.readUpTo = to
  return true
}

const tileValues = (tiles: readonly Tile[]) => [
  tiles.map(({ level }) => level),
  tiles.map(({ index }) => index),
  tiles.map(({ hashes }) => packTile(hashes)),
]

interface Sealing {
  readonly checkpoint: AcquiredCheckpoint
  readonly tree: GrowingTree
  readonly key: SigningKey
}

/** Signs the size of the tree some time after it has grown; never while it grows. */
const startSealer = ({ queries, sealMs }: Required<SequencerOptions>, sealing: Sealing) => {
  const failing = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <A>(work: () => Promise<A>): Promise<A> => {
    const result = turn.then(work)
    turn = result.catch(() => undefined)
    return result
  }
  const seal = () => {
    timer = undefined
    inTurn(() => sealTree(queries, sealing)).catch((cause: unknown) => failing.abort(cause))
  }
  const sealSoon = () => {
    timer ??= setTimeout(seal, sealMs)
  }
  if (sealing.tree.size() > 0) sealSoon()
  return {
    sealSoon,
    whileNotSealing: inTurn,
    failed: failing.signal,
    throwFailure: () => failing.signal.throwIfAborted(),
    stop: () => clearTimeout(timer),
  }
}

/**
 * Waits for the disk, unlike the hashes: once somebody has seen a checkpoint, no crash may take it back. Signs nothing
 * if another process leads.
 */
const sealTree = async (queries: CommonQueryMethods, { checkpoint, tree, key }: Sealing): Promise<void> => {
  const [size, root] = [tree.size(), tree.root()]
  const note = signNote(checkpointText({ origin: key.origin, size, root }), key.origin, key.seed)
  await queries.query(statement`
    insert into audit.checkpoints (tree_size, root, at, key_number, note)
    select ${size}, ${sql.binary(root)}, clock_timestamp(), ${key.number}, ${note}
    from ops.checkpoints
    where name = ${checkpoint.name} and fence = ${checkpoint.fence} and position = ${checkpoint.stored}
    on conflict (tree_size) do nothing`)
}
