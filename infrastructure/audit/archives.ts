import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { CommonQueryMethods } from 'slonik'
import type {
  ArchiveFile,
  ArchiveRequest,
  Archives,
  CheckpointKey,
  EventDisplay,
  Leaf,
  LogTree,
} from '../../application/audit/ports.ts'
import { eventRegistry } from '../../application/event-registry.ts'
import type { Keyring } from '../../application/ports/keyring.ts'
import type { FieldDisclosure, Sealing } from '../../application/ports/sealing.ts'
import { E } from '../../domain/kernel/fp.ts'
import { sealing } from '../keyring/keyring.ts'
import { signerOfTexts } from './tree/signing-keys.ts'
import { taskThread } from '../task-thread.ts'
import type { timelinePdf } from './timeline-pdf.ts'
import { fingerprintsText } from './verifier/check.ts'
import { verifierFiles } from './verifier/verifier.ts'

interface Services {
  readonly tree: Pick<LogTree, 'checkpoints' | 'keys' | 'leafIndexes' | 'leafOf' | 'inclusion'>
  readonly sealing: Pick<Sealing, 'disclose'>
  /** Signs with the key of the checkpoints; base64. */
  readonly sign: (text: string) => Promise<string>
}

interface ArchivedEvent extends Leaf {
  readonly eventId: string
  readonly event: StoredEvent
  readonly display: EventDisplay
  readonly path: readonly string[]
  readonly disclosed: readonly FieldDisclosure[]
}

interface StoredEvent {
  readonly id: string
  readonly stream: string
  readonly version: number
  readonly type: string
  readonly at: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Requests would wait while a document of many pages is written. */
const timelineInThread = taskThread<typeof timelinePdf>(new URL('timeline-thread.ts', import.meta.url))

/** An event is sealed within a second; afterwards a request has waited long enough. */
const sealingWaitMs = 5_000
const pollMs = 100
/** Events read from the log at the same time. */
const concurrentReads = 8

/** Builds archives: events with their proofs, opened fields with their keys, and the programs that check them. @rule D-61 */
export const archives = (services: Services): Archives => ({
  build: async (request) => {
    const { tree } = services
    if (!(await areSealed(tree, request.eventIds))) return null
    const [checkpoint] = await tree.checkpoints(1)
    if (checkpoint === undefined) return null
    const events = await archivedEvents(services, request, checkpoint.treeSize)
    const files = [...request.files, ...eventFiles(events, request), textFile('checkpoint.txt', checkpoint.note)]
    return sealFiles(services, files)
  },
  timelinePdf: timelineInThread,
})

interface LogResources {
  readonly queries: CommonQueryMethods
  readonly keyring: Keyring
  /** Names the log. */
  readonly origin: string
  readonly tree: LogTree
}

/** Archives of the stored log, signed by the key of its checkpoints. */
export const logArchives = ({ queries, keyring, origin, tree }: LogResources): Archives =>
  archives({ tree, sealing: sealing(keyring, eventRegistry), sign: signerOfTexts(queries, keyring, origin) })

const areSealed = async (tree: Services['tree'], eventIds: readonly string[]): Promise<boolean> => {
  for (const deadline = Date.now() + sealingWaitMs; ;) {
    const [indexes, [checkpoint]] = await Promise.all([tree.leafIndexes(eventIds), tree.checkpoints(1)])
    const last = eventIds.reduce((highest, id) => Math.max(highest, indexes.get(id) ?? Infinity), -1)
    if (checkpoint !== undefined && last < checkpoint.treeSize) return true
    if (Date.now() > deadline) return false
    await pause(pollMs)
  }
}

const archivedEvents = async (services: Services, request: ArchiveRequest, size: number) => {
  const events: ArchivedEvent[] = []
  for (let start = 0; start < request.eventIds.length; start += concurrentReads) {
    const page = request.eventIds.slice(start, start + concurrentReads)
    events.push(...(await Promise.all(page.map((eventId) => archivedEvent(services, request, eventId, size)))))
  }
  return events
}

const archivedEvent = async (
  { tree, sealing }: Services,
  { displayOf, opens }: ArchiveRequest,
  eventId: string,
  size: number,
): Promise<ArchivedEvent> => {
  const leaf = await tree.leafOf(eventId)
  if (leaf === null) throw new Error(`the event ${eventId} is no longer in the tree`)
  const event = JSON.parse(leaf.leaf) as StoredEvent
  const display = displayOf(leaf)
  const { path } = display === 'timeless' ? { path: [] } : await tree.inclusion(leaf.leafIndex, size)
  const disclosed = display === 'shown' && opens.size > 0 ? await fieldsOf(sealing, event) : []
  return { ...leaf, eventId, event, display, path, disclosed: disclosed.filter(({ subject }) => opens.has(subject)) }
}

const fieldsOf = async (sealing: Services['sealing'], event: StoredEvent): Promise<readonly FieldDisclosure[]> => {
  const disclosed = await sealing.disclose([event])()
  if (E.isLeft(disclosed)) throw new Error('the keyring is unavailable', { cause: disclosed.left })
  return disclosed.right.flat()
}

const eventFiles = (events: readonly ArchivedEvent[], { history }: ArchiveRequest): readonly ArchiveFile[] => {
  const shown = events.filter(({ display }) => display === 'shown')
  return [
    jsonFile('events.json', events.map(entryOf)),
    jsonFile(
      'proofs.json',
      events
        .filter(({ display }) => display !== 'timeless')
        .map(({ eventId, leafHash, leafIndex, path }) => ({ eventId, leafHash, leafIndex, path })),
    ),
    jsonFile(
      'opened.json',
      shown.flatMap(({ eventId, disclosed }) =>
        disclosed.map(({ field, value, key }) => ({ eventId, field, value, key })),
      ),
    ),
    ...(history ? [jsonFile('history.json', events.map(historyEntryOf))] : []),
  ]
}

/** The id of an event tells when it was recorded, as its place in the log does. @rule Q-60 */
const idOf = ({ eventId, display }: ArchivedEvent, index: number): string =>
  display === 'timeless' ? `riservato-${index + 1}` : eventId

/**
 * The hash of an event of confidential time is left out: it is a sibling in the proof of the event next to it, and the reader may
 * have recorded that one to learn the time.
 * @rule Q-60
 */
const entryOf = (archived: ArchivedEvent, index: number) => {
  const { display, leaf, leafHash, event } = archived
  if (display === 'shown') return leaf
  return { eventId: idOf(archived, index), type: event.type, leafHash: display === 'timeless' ? '' : leafHash }
}

const historyEntryOf = (archived: ArchivedEvent, index: number) => {
  const { event, display, disclosed } = archived
  const { type, stream, version, at, data } = event
  const eventId = idOf(archived, index)
  if (display === 'timeless') return { eventId, type }
  if (display === 'redacted') return { eventId, type, at }
  const values = new Map(disclosed.map(({ field, value }) => [field, value]))
  const opened = Object.entries(data).map(([name, stored]) => [
    name,
    values.has(name) ? values.get(name) : clearPart(stored),
  ])
  return { eventId, type, stream, version, at, data: Object.fromEntries(opened) as unknown }
}

/** What a field that cannot be opened reads as: its value after an erasure. */
const clearPart = (stored: unknown): unknown =>
  typeof stored === 'object' && stored !== null && '~' in stored && 'e' in stored ? stored.e : stored

const textFile = (name: string, text: string): ArchiveFile => ({ name, content: Buffer.from(text) })
const jsonFile = (name: string, value: unknown): ArchiveFile => textFile(name, `${JSON.stringify(value, null, 1)}\n`)

/** Adds the keys, the signed hashes of all files, and the programs. */
const sealFiles = async ({ tree, sign }: Services, files: readonly ArchiveFile[]): Promise<readonly ArchiveFile[]> => {
  const all = [...files, jsonFile('keys.json', (await tree.keys()).map(publishedKey))]
  const listed = Object.fromEntries(all.map(({ name, content }) => [name, hash('sha256', content)]))
  const programs = Object.entries(verifierFiles()).map(([name, text]) => textFile(name, text))
  const signature = await sign(fingerprintsText(listed))
  return [...all, jsonFile('impronte.json', { files: listed, signature }), ...programs]
}

const publishedKey = ({ keyId, publicKey, since, until }: CheckpointKey) => ({ keyId, publicKey, since, until })
