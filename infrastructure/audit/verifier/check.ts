/*
 * Checks a bundle or an export of Garbo with nothing but what Node and browsers provide. `verifica.mjs` and `verifica.html`
 * consist of the files of this folder with their types removed; `garbo audit check` imports them.
 *
 * The formats: RFC 9162 (Merkle tree), https://c2sp.org/tlog-checkpoint and https://c2sp.org/signed-note (checkpoint).
 */

import {
  Check,
  type Checkpoint,
  type Files,
  type HistoryEntry,
  isHistoryEntry,
  isOpenedField,
  isPlainName,
  isProof,
  isPublicKey,
  isRecord,
  isRedacted,
  isSealed,
  type Known,
  type Leaf,
  printable,
  type Problem,
  type Proof,
  type PublicKey,
  type RedactedEvent,
  type Verdict,
} from './archive.ts'
import {
  fromBase64,
  fromHex,
  hex,
  isContinued,
  isSigned,
  leafHash,
  openedCheckpoint,
  openedValue,
  rootOf,
  sha256,
} from './proofs.ts'

/** What is signed about the files: a name that no checkpoint can begin with, and a line for each file. */
export const fingerprintsText = (files: Readonly<Record<string, string>>): string =>
  [
    'garbo/impronte/v1',
    ...Object.keys(files)
      .sort()
      .map((name) => `${files[name]} ${name}`),
    '',
  ].join('\n')

/** Checks all that the files claim. @rule D-61 */
export const checkFiles = async (files: Files, known: Known): Promise<Verdict> => {
  const check = new Check(files)
  const keys = check.list('keys.json', isPublicKey) ?? []
  const trusted = known.keys === null ? keys : keys.filter((key) => isAmong(known.keys ?? [], key))
  if (known.keys === null)
    check.notes.push('Le chiavi vengono da questo stesso archivio: confrontale con quelle che Garbo pubblica.')
  await checkFingerprints(check, trusted)
  const note = check.text('checkpoint.txt')
  const checkpoint = note === null ? null : await openedCheckpoint(note, trusted)
  if (note !== null && checkpoint === null)
    check.fail('checkpoint.txt', 'la firma non è di nessuna delle chiavi, o il testo è cambiato')
  if (checkpoint !== null) {
    check.facts.push(
      `Il checkpoint, alla dimensione ${checkpoint.size}, è firmato da ${checkpoint.origin}, chiave ${checkpoint.keyId}.`,
    )
    const events = await checkEvents(check, checkpoint)
    const opened = await checkOpenedFields(check, events)
    if (check.files.has('history.json')) checkHistory(check, events, opened)
    await checkContinuation(check, checkpoint, known, trusted)
  }
  const { problems, facts, notes } = check
  return { problems, facts: problems.length === 0 ? facts : [], notes, hasKnownKeys: known.keys !== null }
}

const isAmong = (keys: readonly PublicKey[], { publicKey }: PublicKey): boolean =>
  keys.some((key) => key.publicKey === publicKey)

/** Files that cannot contain their own hash, and the programs, which nobody should trust because they say so themselves. */
const unlisted: ReadonlySet<string> = new Set(['impronte.json', 'verifica.html', 'verifica.mjs'])
/** Files that the check derives from the log, or verifies against it. */
const provedFiles: ReadonlySet<string> = new Set([
  'events.json',
  'proofs.json',
  'opened.json',
  'checkpoint.txt',
  'keys.json',
  'history.json',
])
const neededInAll = ['LEGGIMI.txt', 'events.json', 'proofs.json', 'opened.json', 'checkpoint.txt', 'keys.json']
const neededInBundle = ['timeline.json', 'timeline.pdf']
const neededInExport = ['data.json', 'history.json']

const checkFingerprints = async (check: Check, keys: readonly PublicKey[]): Promise<void> => {
  const file = 'impronte.json'
  const text = check.text(file)
  if (text === null) return
  const signed = signedHashes(text)
  if (signed === null) return check.fail(file, 'non ha la forma prevista')
  const { files, signature } = signed
  const listed = new Map(Object.entries(files))
  const kind = neededInBundle.some((name) => listed.has(name)) ? neededInBundle : neededInExport
  for (const name of [...neededInAll, ...kind])
    if (!listed.has(name)) check.fail(name, 'non è tra i file firmati, ma dovrebbe esserci')
  const isGenuine = await isSigned(keys, fingerprintsText(files), fromBase64(signature)).catch(() => false)
  if (!isGenuine) check.fail(file, 'la firma non è di nessuna delle chiavi, o il testo è cambiato')
  for (const [name, expected] of listed) {
    const content = check.files.get(name)
    if (content === undefined) check.fail(name, 'manca')
    else if (hex(await sha256(content)) !== expected) check.fail(name, 'è cambiato')
  }
  for (const name of check.files.keys())
    if (!listed.has(name) && !unlisted.has(name)) check.fail(name, 'non è tra i file firmati')
  check.facts.push(`Nessuno dei ${listed.size} file firmati è cambiato.`)
  const others = [...listed.keys()].filter((name) => !provedFiles.has(name))
  if (isGenuine && others.length > 0)
    check.notes.push(
      `Firmati da Garbo così come sono, senza che questo controllo li ricavi dagli eventi: ${others.join(', ')}.`,
    )
}

/** Null if the text that is signed could be read in two ways. */
const signedHashes = (
  text: string,
): { readonly files: Readonly<Record<string, string>>; readonly signature: string } | null => {
  try {
    const json: unknown = JSON.parse(text)
    if (!isRecord(json) || !isRecord(json['files']) || typeof json['signature'] !== 'string') return null
    fromBase64(json['signature'])
    const isPlain = Object.entries(json['files']).every(
      ([name, sha]) => isPlainName(name) && typeof sha === 'string' && /^[\da-f]{64}$/.test(sha),
    )
    return isPlain ? (json as { files: Record<string, string>; signature: string }) : null
  } catch {
    return null
  }
}

const parsedLeaf = (text: string): Leaf | null => {
  try {
    const leaf: unknown = JSON.parse(text)
    return isRecord(leaf) &&
      typeof leaf['id'] === 'string' &&
      typeof leaf['type'] === 'string' &&
      isRecord(leaf['data'])
      ? (leaf as unknown as Leaf)
      : null
  } catch {
    return null
  }
}

/** An event of the archive. */
interface CheckedEvent {
  readonly eventId: string
  readonly type: string
  /** Null if the reader may not see it. */
  readonly leaf: Leaf | null
  /** Null if its place in the log is confidential. */
  readonly hash: string | null
}

/** The events, in the order of the archive. */
const checkEvents = async (check: Check, checkpoint: Checkpoint): Promise<readonly CheckedEvent[]> => {
  const file = 'events.json'
  const proofs = proofsOf(check)
  const events = new Map<string, CheckedEvent>()
  const listed = check.list(file, isStoredEvent)
  for (const [index, stored] of (listed ?? []).entries()) {
    const event = await checkedEvent(stored, index)
    if (event === null) {
      check.fail(file, `la voce ${index + 1} non è un evento`)
      continue
    }
    const { eventId, hash } = event
    if (events.has(eventId)) check.fail(file, 'compare due volte', eventId)
    events.set(eventId, event)
    const proof = proofs.get(eventId)
    if (hash !== null && proof !== undefined) await checkProof(check, { eventId, hash, proof }, checkpoint)
    else if (hash !== null) check.fail('proofs.json', 'non c’è la prova', eventId)
    else if (proof !== undefined) check.fail(file, 'ha una prova, ma non l’impronta', eventId)
  }
  for (const eventId of proofs.keys())
    if (listed !== null && !events.has(eventId)) check.fail(file, 'manca l’evento di una prova', eventId)
  const unproved = [...events.values()].filter(({ hash }) => hash === null).length
  const proved = events.size - unproved
  check.facts.push(
    proved === 1
      ? 'Un evento è nel registro, al posto indicato.'
      : `${proved} eventi sono nel registro, al posto indicato.`,
  )
  if (unproved > 0)
    check.notes.push(
      `Eventi senza prova, perché il loro posto nel registro direbbe l’ora, che è riservata: ${unproved}.`,
    )
  return [...events.values()]
}

const isStoredEvent = (value: unknown): value is string | RedactedEvent =>
  typeof value === 'string' || isRedacted(value)

/** Only an event that says so by its id and an empty hash may stand without proof. @rule Q-60 */
const checkedEvent = async (stored: string | RedactedEvent, index: number): Promise<CheckedEvent | null> => {
  if (typeof stored !== 'string') {
    const { eventId, type, leafHash } = stored
    return {
      eventId,
      type,
      leaf: null,
      hash: leafHash === '' && eventId === `riservato-${index + 1}` ? null : leafHash,
    }
  }
  const leaf = parsedLeaf(stored)
  return leaf && { eventId: leaf.id, type: leaf.type, leaf, hash: hex(await leafHash(stored)) }
}

/** The proofs by event, each of another one. */
const proofsOf = (check: Check): ReadonlyMap<string, Proof> => {
  const file = 'proofs.json'
  const proofs = new Map<string, Proof>()
  const [hashes, indexes] = [new Set<string>(), new Set<number>()]
  for (const proof of check.list(file, isProof) ?? []) {
    const { eventId, leafHash, leafIndex } = proof
    if (proofs.has(eventId)) check.fail(file, 'compare due volte', eventId)
    else if (hashes.has(leafHash) || indexes.has(leafIndex))
      check.fail(file, 'ha l’impronta o il posto di un altro evento', eventId)
    proofs.set(eventId, proof)
    hashes.add(leafHash)
    indexes.add(leafIndex)
  }
  return proofs
}

const checkProof = async (
  check: Check,
  { eventId, hash, proof }: { readonly eventId: string; readonly hash: string; readonly proof: Proof },
  { size, root }: Checkpoint,
): Promise<void> => {
  if (hash !== proof.leafHash) return check.fail('events.json', 'non è l’evento della prova: è cambiato', eventId)
  let reached: string | null = null
  try {
    reached = await rootOf(fromHex(hash), proof, size)
  } catch {
    // a hash that is not hexadecimal
  }
  if (reached !== root) check.fail('proofs.json', 'la prova non porta al checkpoint', eventId)
}

type OpenedValues = ReadonlyMap<string, ReadonlyMap<string, unknown>>

/** Opened values are those that were sealed. They are returned by event and field. @rule D-60 */
const checkOpenedFields = async (check: Check, events: readonly CheckedEvent[]): Promise<OpenedValues> => {
  const file = 'opened.json'
  const data = new Map(events.map(({ eventId, leaf }) => [eventId, new Map(Object.entries(leaf?.data ?? {}))]))
  const opened = new Map<string, Map<string, unknown>>()
  let proved = 0
  let unproved = 0
  for (const { eventId, field, value, key } of check.list(file, isOpenedField) ?? []) {
    const sealed = data.get(eventId)?.get(field)
    if (!isSealed(sealed)) {
      check.fail(file, `${field} non è un campo cifrato dell’evento`, eventId)
      continue
    }
    const values = opened.get(eventId) ?? new Map<string, unknown>()
    if (values.has(field)) check.fail(file, `${field} compare due volte`, eventId)
    opened.set(eventId, values.set(field, value))
    if (sealed.k === undefined) unproved++
    else if (key !== null && same(await openedValue(sealed, { eventId, field }, key), value)) proved++
    else check.fail(file, `il valore di ${field} non è quello cifrato nell’evento`, eventId)
  }
  if (proved > 0) check.facts.push(`Valori aperti che sono quelli cifrati nel registro: ${proved}.`)
  if (unproved > 0)
    check.notes.push(`Valori che non si possono provare, cifrati prima che ogni campo avesse una chiave: ${unproved}.`)
  return opened
}

/** Whether two JSON values are equal. */
const same = (one: unknown, other: unknown): boolean => {
  if (!isRecord(one) || !isRecord(other)) return one === other
  const names = Object.keys(one)
  return (
    Array.isArray(one) === Array.isArray(other) &&
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && same(one[name], other[name]))
  )
}

/** The history says the same as the events, and nothing else. */
const checkHistory = (check: Check, events: readonly CheckedEvent[], opened: OpenedValues): void => {
  const file = 'history.json'
  const history = check.list(file, isHistoryEntry)
  if (history === null) return
  if (!same(history.map(idIn), events.map(idIn)))
    check.fail(file, 'non contiene gli stessi eventi di events.json, nello stesso ordine')
  const byId = new Map(events.map((event) => [event.eventId, event]))
  for (const entry of history) {
    const event = byId.get(entry.eventId)
    if (event !== undefined && !same(entry, expectedEntry(event, entry, opened.get(entry.eventId))))
      check.fail(file, 'non corrisponde all’evento del registro', entry.eventId)
  }
}

const idIn = ({ eventId }: { readonly eventId: string }): string => eventId

const expectedEntry = (
  { eventId, type, leaf, hash }: CheckedEvent,
  { at }: HistoryEntry,
  opened: ReadonlyMap<string, unknown> | undefined,
): object => {
  if (hash === null) return { eventId, type }
  // the time of an event that the reader may not see cannot be compared with it
  if (leaf === null) return { eventId, type, at: typeof at === 'string' ? at : null }
  const fields = Object.entries(leaf.data).map(([name, stored]) => [
    name,
    opened?.has(name) === true ? opened.get(name) : isSealed(stored) ? stored.e : stored,
  ])
  return {
    eventId,
    type,
    stream: leaf.stream,
    version: leaf.version,
    at: leaf.at,
    data: Object.fromEntries(fields) as unknown,
  }
}

/** The log at the checkpoint is the beginning of the log at a later one. */
const checkContinuation = async (
  check: Check,
  checkpoint: Checkpoint,
  { checkpoints, consistency }: Known,
  keys: readonly PublicKey[],
): Promise<void> => {
  const file = 'checkpoint.txt'
  let newest: Checkpoint | null = null
  for (const note of checkpoints) {
    const other = await openedCheckpoint(note, keys)
    if (other === null) check.fail(file, 'un altro checkpoint non è firmato da nessuna delle chiavi')
    else if (other.size === checkpoint.size && other.root !== checkpoint.root)
      check.fail(file, `il registro alla dimensione ${other.size} ha due radici diverse: è stato riscritto`)
    if (other !== null && other.size > (newest?.size ?? 0)) newest = other
  }
  if (newest === null || newest.size === checkpoint.size) return
  if (newest.size < checkpoint.size)
    check.fail(file, `il registro ora si ferma alla dimensione ${newest.size}: è stato accorciato`)
  else if (consistency === null || consistency.from !== checkpoint.size || consistency.to !== newest.size)
    check.notes.push(
      `Per confrontare il checkpoint alla dimensione ${newest.size} serve la prova di continuità da ${checkpoint.size} a ${newest.size}.`,
    )
  else if (await isContinued(checkpoint, newest, consistency.path).catch(() => false))
    check.facts.push(`Il registro alla dimensione ${newest.size} comincia con quello di questo archivio.`)
  else check.fail(file, `il registro alla dimensione ${newest.size} non comincia con quello di questo archivio`)
}

/** What the reader sees first. */
export const headlineOf = ({ problems, hasKnownKeys }: Verdict): string => {
  if (problems.length > 0) return 'Qualcosa NON corrisponde.'
  return hasKnownKeys ? 'Tutto corrisponde.' : 'Corrisponde, se le chiavi in keys.json sono quelle di Garbo.'
}

export const problemText = ({ file, eventId, message }: Problem): string =>
  printable(`${file}${eventId === null ? '' : `, evento ${eventId}`}: ${message}`)

/** The verdict in lines of Italian text. */
export const verdictLines = (verdict: Verdict): readonly string[] => [
  headlineOf(verdict),
  ...verdict.facts.map((fact) => `  ✓ ${printable(fact)}`),
  ...verdict.problems.map((problem) => `  ✗ ${problemText(problem)}`),
  ...verdict.notes.map((note) => `  · ${printable(note)}`),
]
