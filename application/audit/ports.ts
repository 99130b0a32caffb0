import type { AccessAct, AccessOutcome, AccessReason, AccessRole } from '../../domain/audit/vocabulary.ts'
import type { EventMetadata, Position } from '../../domain/kernel/event-envelope.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { Person } from '../person.ts'
import type { RecordedEvent, Version } from '../ports/event-store.ts'
import type { Result } from '../use-case.ts'

/** Who did what to whose data. Holds no text that a person entered. */
export interface AccessEntry {
  readonly what: AccessAct
  readonly outcome: AccessOutcome
  /** The account that acted; null for visitors and the operator. */
  readonly actor: string | null
  /** Null for visitors. */
  readonly role: AccessRole | null
  /** The account whose data it was; null if there is none or it is unknown. */
  readonly subject: string | null
  readonly why: AccessReason | null
  /** What was read, such as the name of a stream, stored as a keyed hash; null for a list, and for other acts. */
  readonly object: string | null
  /** `Firefox su Windows`; null if unknown. */
  readonly device: string | null
  /** Network address of the request, stored as a keyed hash; null without a request. */
  readonly address: string | null
  /** Identifies the browser, stored as a keyed hash; null without a request. */
  readonly browser: string | null
  readonly correlationId: string
}

/** Fields of a successful act of nobody who is signed in and outside a request, such as a job or an operator's command. */
export const outsideRequests = {
  outcome: 'success',
  actor: null,
  object: null,
  device: null,
  address: null,
  browser: null,
} as const

export interface AccessLog {
  /** Queues an entry, which is written within 100 ms. Returns at once and never throws. */
  readonly record: (entry: AccessEntry) => void
}

/** An entry as it was stored. */
export interface RecordedAccess extends Omit<AccessEntry, 'object' | 'address' | 'browser' | 'correlationId'> {
  readonly id: string
  readonly at: string
  /** The same for requests from the same network; null without a request. */
  readonly source: string | null
  /** Null for accounts that were erased since. */
  readonly correlationId: string | null
}

export interface AccessFilter {
  readonly subject?: string | undefined
  readonly actor?: string | undefined
  readonly what?: AccessAct | undefined
  /** First instant. */
  readonly from?: string | undefined
  /** Instant after the last one. */
  readonly to?: string | undefined
  readonly limit: number
  readonly cursor?: string | undefined
}

export interface AccessLogQueries {
  /** Newest first. */
  readonly search: (
    filter: AccessFilter,
  ) => Promise<{ readonly items: readonly RecordedAccess[]; readonly nextCursor: string | null }>
}

export interface AccessLogStore extends AccessLog, AccessLogQueries {
  /** Adds the partitions of the coming months and drops those older than twelve. @rule D-36 */
  readonly maintain: () => Promise<void>
  /** Removes the account's id from all entries, also from those that are still to be written. @rule B-45 */
  readonly forget: (accountId: string) => Promise<void>
}

/** A size of the tree with its root, signed. */
export interface SignedCheckpoint {
  readonly treeSize: number
  /** Lower-case hex. */
  readonly rootHash: string
  readonly at: string
  /** Ed25519, base64. */
  readonly signature: string
  readonly keyId: string
  /** The signed note, as https://c2sp.org/tlog-checkpoint defines it. */
  readonly note: string
  /** Signature lines of witnesses. */
  readonly cosignatures: readonly string[]
}

/** A process elsewhere that remembers checkpoints and signs those that continue what it remembers. */
export interface Witness {
  readonly name: string
  readonly keyId: string
  /** Ed25519, base64. */
  readonly publicKey: string
  /** Name, id and key in the form of https://c2sp.org/signed-note. */
  readonly verifierKey: string
}

/** A public key that signs checkpoints, or has signed them. */
export interface CheckpointKey {
  readonly keyId: string
  /** Ed25519, base64. */
  readonly publicKey: string
  readonly since: string
  /** Null for the key in use. */
  readonly until: string | null
}

/** Hashes are lower-case hex. */
export interface TreeProof {
  readonly path: readonly string[]
}

export interface ConsistencyProof extends TreeProof {
  readonly fromRoot: string
  readonly toRoot: string
}

export interface InclusionProof extends TreeProof {
  readonly rootHash: string
  /** The note of the checkpoint of this size; null if none was signed. */
  readonly checkpoint: string | null
}

/** A read model compared with a new fold of the log. */
export interface ReadModelCheck {
  readonly name: string
  readonly rows: number
  /** Of all rows, whatever their order; lower-case hex. */
  readonly hash: string
  /** The position both were at; null if nothing was read yet. */
  readonly position: string | null
  readonly checkedAt: string
  readonly equal: boolean
}

/** An event in the tree. */
export interface Leaf {
  readonly leafIndex: number
  /** Canonical JSON of the event as it is stored. */
  readonly leaf: string
  readonly leafHash: string
  /** Account that acted; null for visitors, policies, jobs, the operator and damaged events. */
  readonly actor: string | null
  /** The stored event names nobody but its actor and what the actor knows. */
  readonly namesNobodyElse: boolean
}

/** The Merkle tree over the log, as far as a checkpoint covers it. @rule D-15 */
export interface LogTree {
  /** Newest first. */
  readonly checkpoints: (limit: number) => Promise<readonly SignedCheckpoint[]>
  /** Newest first. */
  readonly keys: () => Promise<readonly CheckpointKey[]>
  /** Those whose cosignatures are accepted. */
  readonly witnesses: readonly Witness[]
  /** Stores the signature line of a witness, once for each checkpoint; accepts nothing but a valid one of a known witness. */
  readonly addCosignature: (treeSize: number, line: string) => Promise<'stored' | 'invalid' | 'unknown size'>
  /** Size of the newest checkpoint; 0 without one. */
  readonly sealedSize: () => Promise<number>
  /** The event with this id; null if it is not in the tree. Rejects while the log is unavailable. */
  readonly leafOf: (eventId: string) => Promise<Leaf | null>
  /** Where those of the events are that the tree already holds, by event id. */
  readonly leafIndexes: (eventIds: readonly string[]) => Promise<ReadonlyMap<string, number>>
  /** @param size greater than `leafIndex`, at most the sealed size */
  readonly inclusion: (leafIndex: number, size: number) => Promise<InclusionProof>
  /** @param to at least `from`, at most the sealed size */
  readonly consistency: (from: number, to: number) => Promise<ConsistencyProof>
}

/** A moment in the life of a stream; null is now. */
export type Mark =
  | { readonly kind: 'position'; readonly position: Position }
  | { readonly kind: 'instant'; readonly at: Instant }
  | { readonly kind: 'version'; readonly version: Version }
  | null

/** An event of a stream. A field that is encrypted and not opened is a `SealedValue`. */
export interface AuditedEvent extends Pick<RecordedEvent, 'id' | 'type' | 'version' | 'position'> {
  readonly meta: EventMetadata
  readonly data: Readonly<Record<string, unknown>>
}

/** A state as JSON: maps are objects, sets are objects of `true`, sealed text is a `SealedValue`. */
export interface ShownState {
  readonly state: unknown
  /** Entries of large collections that `state` leaves out. */
  readonly omitted: number
}

interface Concerning {
  /** Accounts that the stream concerns, for the access log; not all of them if there are hundreds. */
  readonly concerned: readonly string[]
}

/** Events of a stream, oldest first, and its state after the last event up to the mark. */
export interface StreamPage extends ShownState, Concerning {
  readonly events: readonly AuditedEvent[]
  /** Version of the last event up to the mark; 0 before the first one. */
  readonly lastVersion: Version
  /** First version of the next page; null on the last one. */
  readonly nextVersion: Version | null
}

export interface StateAt extends ShownState {
  /** The moment asked for, otherwise when the last event happened; null before the first one. */
  readonly at: Instant | null
  readonly position: Position | null
}

/** A part of a state that an event changed. */
export interface StateChange {
  /** JSON Pointer (RFC 6901) into the state as it is shown. */
  readonly path: string
  /** Null if there was none. */
  readonly before: unknown
  /** Null if there is none any longer. */
  readonly after: unknown
  readonly eventId: string
  readonly type: string
}

export interface StreamChanges extends Concerning {
  readonly from: StateAt
  readonly to: StateAt
  /** In the order of the events. */
  readonly changes: readonly StateChange[]
  /** Position of the last event whose changes are listed; null if all are. */
  readonly continuesAfter: Position | null
}

interface StreamRequest {
  readonly reader: Person
  readonly stream: string
}

/** Streams as auditors read them, with personal fields sealed unless the reader has opened the stream. @rule D-16 */
export interface AuditedStreams {
  readonly page: (
    request: StreamRequest & { readonly until: Mark; readonly from: Version; readonly limit: number },
  ) => Result<StreamPage>
  readonly changes: (request: StreamRequest & { readonly from: Mark; readonly to: Mark }) => Result<StreamChanges>
}

/** The e-mails that take the last checkpoint of each day out of Garbo's reach. */
export interface CheckpointAnchors {
  /** Configured by the operator; `id` identifies an address without containing it. */
  readonly recipients: readonly { readonly id: string; readonly address: string }[]
  /** The last checkpoint before an instant; null if it has been sent or there is none. */
  readonly due: (before: Instant) => Promise<SignedCheckpoint | null>
  /** Notes that the checkpoint of this size was sent. */
  readonly sent: (treeSize: number) => Promise<void>
  /** The checkpoint of this size; null if it does not exist. */
  readonly checkpoint: (treeSize: number) => Promise<SignedCheckpoint | null>
}

export interface ArchiveFile {
  readonly name: string
  readonly content: Uint8Array
}

/**
 * How an archive shows an event: as it is stored, without what was stored, or also without its id and its place in the
 * log, which would tell when it was recorded.
 */
export type EventDisplay = 'shown' | 'redacted' | 'timeless'

export interface ArchiveRequest {
  readonly files: readonly ArchiveFile[]
  readonly eventIds: readonly string[]
  readonly displayOf: (leaf: Leaf) => EventDisplay
  /** Accounts and clients whose personal fields are opened in the events shown. */
  readonly opens: ReadonlySet<string>
  /** Adds the events with their fields opened. */
  readonly history: boolean
}

/** What happened, for readers on paper. */
export interface TimelineDocument {
  readonly title: string
  readonly introduction: readonly string[]
  readonly moments: readonly {
    readonly title: string
    readonly subtitle: string
    /** Names and texts. */
    readonly details: readonly (readonly [string, string])[]
  }[]
}

/** Archives of events that prove themselves. @rule D-61 */
export interface Archives {
  /** Null if an event is not sealed within a few seconds. Rejects while the log, the tree or the keyring is unavailable. */
  readonly build: (request: ArchiveRequest) => Promise<readonly ArchiveFile[] | null>
  /** For print, tagged for screen readers. */
  readonly timelinePdf: (document: TimelineDocument) => Promise<Uint8Array>
}
