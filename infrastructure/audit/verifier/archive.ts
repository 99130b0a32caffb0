export type Files = ReadonlyMap<string, Uint8Array>

/** Something that does not hold, in Italian. */
export interface Problem {
  readonly file: string
  /** Null for the file as a whole. */
  readonly eventId: string | null
  readonly message: string
}

export interface Verdict {
  readonly problems: readonly Problem[]
  /** What holds. */
  readonly facts: readonly string[]
  /** What is not proved, although nothing contradicts it. */
  readonly notes: readonly string[]
  /** Whether the keys are those that the reader has from elsewhere. */
  readonly hasKnownKeys: boolean
}

/** What the reader has from elsewhere. Null if missing. */
export interface Known {
  /** Public keys, such as the answer of `/api/audit/keys`. */
  readonly keys: readonly PublicKey[] | null
  /** Notes of later checkpoints. */
  readonly checkpoints: readonly string[]
  readonly consistency: ConsistencyProof | null
}

export interface PublicKey {
  readonly publicKey: string
}
export interface ConsistencyProof {
  readonly from: number
  readonly to: number
  readonly path: readonly string[]
}
export interface Checkpoint {
  readonly origin: string
  readonly size: number
  readonly root: string
  readonly keyId: string
}
export interface Proof {
  readonly eventId: string
  readonly leafHash: string
  readonly leafIndex: number
  readonly path: readonly string[]
}
/** An event the reader may not see. */
export interface RedactedEvent {
  readonly eventId: string
  readonly type: string
  /** Empty if the time of the event is confidential. */
  readonly leafHash: string
}
export interface OpenedField {
  readonly eventId: string
  readonly field: string
  readonly value: unknown
  readonly key: string | null
}
export interface SealedField {
  readonly '~': string
  readonly k?: string
  readonly s: string
  readonly e: unknown
}
export interface Leaf {
  readonly id: string
  readonly type: string
  readonly stream?: unknown
  readonly version?: unknown
  readonly at?: unknown
  readonly data: Readonly<Record<string, unknown>>
}
export interface HistoryEntry {
  readonly eventId: string
  readonly at?: unknown
}

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
export const textOf = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)

/** The text without characters that could hide or move a part of it on a screen. */
export const printable = (text: string): string => text.replaceAll(unprintable, '\uFFFD')
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
export const isPlainName = (name: string): boolean => name !== '' && name.trim() === name && printable(name) === name

/** Sorts what the reader has from elsewhere by what it is. Throws for anything else. */
export const knownFrom = (contents: readonly Uint8Array[]): Known => {
  const checkpoints: string[] = []
  let keys: readonly PublicKey[] | null = null
  let consistency: ConsistencyProof | null = null
  for (const content of contents) {
    const text = textOf(content)
    if (text.includes('\n\n— ')) {
      checkpoints.push(text)
      continue
    }
    const json: unknown = JSON.parse(text)
    if (isConsistencyProof(json)) consistency = json
    else if (Array.isArray(json) && json.every(isPublicKey)) keys = json
    else if (Array.isArray(json) && json.every(isListedCheckpoint)) checkpoints.push(...json.map(({ note }) => note))
    else throw new TypeError('non è un checkpoint, una prova di continuità o un elenco di chiavi')
  }
  return { keys, checkpoints, consistency }
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')
export const isPublicKey = (value: unknown): value is PublicKey =>
  isRecord(value) && typeof value['publicKey'] === 'string'
const isListedCheckpoint = (value: unknown): value is { readonly note: string } =>
  isRecord(value) && typeof value['note'] === 'string'
const isConsistencyProof = (value: unknown): value is ConsistencyProof =>
  isRecord(value) && Number.isSafeInteger(value['from']) && Number.isSafeInteger(value['to']) && isTexts(value['path'])
export const isRedacted = (value: unknown): value is RedactedEvent =>
  isRecord(value) && [value['eventId'], value['type'], value['leafHash']].every((field) => typeof field === 'string')
export const isProof = (value: unknown): value is Proof =>
  isRecord(value) &&
  typeof value['eventId'] === 'string' &&
  typeof value['leafHash'] === 'string' &&
  Number.isSafeInteger(value['leafIndex']) &&
  isTexts(value['path'])
export const isOpenedField = (value: unknown): value is OpenedField =>
  isRecord(value) &&
  typeof value['eventId'] === 'string' &&
  typeof value['field'] === 'string' &&
  Object.hasOwn(value, 'value')
export const isSealed = (value: unknown): value is SealedField =>
  isRecord(value) && typeof value['~'] === 'string' && typeof value['s'] === 'string' && Object.hasOwn(value, 'e')
export const isHistoryEntry = (value: unknown): value is HistoryEntry =>
  isRecord(value) && typeof value['eventId'] === 'string'

/** Collects what is found in the files. */
export class Check {
  readonly problems: Problem[] = []
  readonly facts: string[] = []
  readonly notes: string[] = []
  readonly files: Files
  constructor(files: Files) {
    this.files = files
  }
  fail(file: string, message: string, eventId: string | null = null): void {
    this.problems.push({ file, eventId, message })
  }
  text(file: string): string | null {
    const content = this.files.get(file)
    if (content === undefined) this.fail(file, 'manca')
    else {
      try {
        return textOf(content)
      } catch {
        this.fail(file, 'non è un testo')
      }
    }
    return null
  }
  /** The items of a JSON file; null, with a problem, if it is missing or one of them is something else. */
  list<A>(file: string, is: (value: unknown) => value is A): readonly A[] | null {
    const text = this.text(file)
    if (text === null) return null
    try {
      const json: unknown = JSON.parse(text)
      if (Array.isArray(json) && json.every(is)) return json
    } catch {
      // reported below
    }
    this.fail(file, 'non ha la forma prevista')
    return null
  }
}
