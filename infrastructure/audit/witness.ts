import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { consistencySteps } from '../../domain/audit/merkle-tree.ts'
import { OperatorError, reasonOf } from '../operator-error.ts'
import { readOrCreateSecret, syncFolder } from '../secret-file.ts'
import { type Checkpoint, openCheckpoint, partsOfNote, publicKeyOf, type VerifierKey } from './tree/checkpoint-note.ts'
import {
  cosign,
  isCosignature,
  parseSigner,
  signerText,
  verifierKeyText,
  type WitnessSigner,
} from './tree/cosignatures.ts'
import { nodeHash } from './tree/hashes.ts'

/*
 * A witness of the log: remembers the last checkpoint it was shown, cosigns one that continues it, and refuses any other. It
 * uses HTTP and two files, so that it can run on a machine of somebody who does not trust Garbo.
 */

export interface WitnessOptions {
  /** Address of Garbo. */
  readonly from: string
  /** File of the last checkpoint; the key of the witness is in a file of this name with `.key`. */
  readonly file: string
  /** Name of a new key. */
  readonly name: string
  /** One round instead of many. */
  readonly once?: boolean
  readonly print: (line: string) => void
  readonly warn: (line: string) => void
  readonly fetch?: typeof fetch
  /** Between two rounds. */
  readonly pauseMs?: number
}

/** What the log shows is no continuation of what the witness remembers. */
class Refusal extends OperatorError {}

/** Garbo did not answer, or not with what it should; nothing is known of the log. */
class NoAnswer extends OperatorError {}

const onceAttempts = 3
const maxPauseMs = 60_000

/**
 * Runs rounds until `signal` aborts. Repeats a round that failed for want of an answer, after longer and longer pauses.
 * Rejects, with the file as it was, if the log is no continuation of what the witness remembers.
 */
export const runWitness = async (options: WitnessOptions, signal: AbortSignal): Promise<void> => {
  const { file, name, once = false, print, warn, pauseMs = 5_000 } = options
  const signer = readSigner(`${file}.key`, name)
  print(`Verifier key of this witness: ${verifierKeyText(keyOf(signer))}`)
  const runRound = witnessRound(options, signer, signal)
  for (let failures = 0; !signal.aborted;) {
    try {
      await runRound()
      failures = 0
      if (once) return
    } catch (error) {
      if (signal.aborted) return
      failures++
      if (!(error instanceof NoAnswer) || (once && failures >= onceAttempts)) throw error
      warn(`${error.message} Trying again.`)
    }
    const waitMs = failures === 0 ? pauseMs : Math.min(maxPauseMs, 500 * 2 ** failures)
    await sleep(waitMs, undefined, { signal }).catch(() => undefined)
  }
}

const keyOf = ({ name, seed }: WitnessSigner): VerifierKey => ({ name, publicKey: publicKeyOf(seed) })

const readSigner = (path: string, name: string): WitnessSigner => {
  const signer = parseSigner(
    readOrCreateSecret(path, () => `${signerText({ name, seed: randomBytes(32) })}\n`).trimEnd(),
  )
  if (signer === null) throw new OperatorError(`The file ${path} does not contain the key of a witness.`)
  return signer
}

// --- Memory -----------------------------------------------------------------------------------------

const LogKey = z.object({ keyId: z.string(), publicKey: z.string(), since: z.string(), until: z.string().nullable() })
type LogKey = z.infer<typeof LogKey>

const Memory = z.object({
  /** Names the log. */
  origin: z.string(),
  /** Keys of the log, from first to last. */
  keys: z.array(LogKey),
  /** The last checkpoint, as the log has signed it. */
  note: z.string(),
})
type Memory = z.infer<typeof Memory>

/** Null before the first round. Throws if the file cannot be read: forgetting would mean trusting the log again. */
const readMemory = (file: string): Memory | null => {
  try {
    return Memory.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw new OperatorError(`The file ${file} is not the memory of a witness: ${reasonOf(error)}`, { cause: error })
  }
}

/** Replaces the file at once, on the disk before anything is signed. */
const writeMemory = (file: string, memory: Memory): void => {
  const draft = `${file}.new`
  const handle = openSync(draft, 'w', 0o600)
  try {
    writeSync(handle, `${JSON.stringify(memory, null, 2)}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(draft, file)
  syncFolder(dirname(file))
}

// --- Round ------------------------------------------------------------------------------------------

/** One round: looks at the newest checkpoint, remembers it and cosigns it. */
const witnessRound = (options: WitnessOptions, signer: WitnessSigner, signal: AbortSignal) => {
  const log = logClient(options, signal)
  const { file, print, warn } = options
  let isKnown = true
  const publish = async (size: number, text: string) => {
    const answer = await log.addCosignature(size, cosign(text, signer, Date.now()))
    if (answer === 'stored') print(`Cosigned the checkpoint of ${size} events.`)
    else if (isKnown) warn(`The log continues, but Garbo does not publish this cosignature: ${answer}`)
    isKnown = answer === 'stored'
  }
  return async (): Promise<void> => {
    const known = readMemory(file)
    const newest = await log.newestCheckpoint()
    if (newest === undefined && known === null) return print('The log has no checkpoint yet.')
    if (newest === undefined) throw new Refusal('The log has become shorter: it shows no checkpoint.')
    const { note, cosignatures } = newest
    const memory = { origin: originOf(note), keys: continuedKeys(known?.keys ?? [], await log.keys()), note }
    const checkpoint = openedBy(memory)
    if (known !== null) await checkContinues(log, known, memory)
    if (JSON.stringify(known) !== JSON.stringify(memory)) writeMemory(file, memory)
    const text = partsOfNote(note)?.text ?? ''
    const isPublished = cosignatures.some((line) => isCosignature(line, text, keyOf(signer)))
    if (!isPublished) await publish(checkpoint.size, text)
  }
}

const originOf = (note: string): string => note.slice(0, Math.max(0, note.indexOf('\n')))

/** The remembered checkpoint, if a key of the log has signed it. */
const openedBy = ({ origin, keys, note }: Memory): Checkpoint => {
  const verifierKeys = keys.map(({ publicKey }) => ({ name: origin, publicKey: Buffer.from(publicKey, 'base64') }))
  const checkpoint = openCheckpoint(note, verifierKeys)
  if (checkpoint === null || checkpoint.size < 1)
    throw new Refusal(`The newest checkpoint is not signed by a key of ${origin || 'the log'}.`)
  return checkpoint
}

/**
 * The keys that a log may use, from first to last. The first answer is trusted. Afterwards, what is known must stay published
 * as it was, and a further key begins only when the one before it has ended: one key at a time signs, and none
 * disappears. What it signs must continue the remembered checkpoint all the same.
 */
const continuedKeys = (known: readonly LogKey[], newestFirst: readonly LogKey[]): LogKey[] => {
  const published = newestFirst.toReversed()
  for (const [n, { keyId, publicKey, since, until }] of known.entries()) {
    const found = published[n]
    const isSame = found?.keyId === keyId && found.publicKey === publicKey && found.since === since
    if (!isSame || (until !== null && found.until !== until))
      throw new Refusal(`The key ${keyId} of the log is not published as it was.`)
  }
  for (const [n, { keyId, since }] of published.entries()) {
    const previous = published[n - 1]
    if (previous === undefined) continue
    if (previous.until === null || Date.parse(previous.until) > Date.parse(since))
      throw new Refusal(`The key ${keyId} of the log begins before the key ${previous.keyId} has ended.`)
  }
  return published
}

/** Throws unless the log is what it was, with or without further events. */
const checkContinues = async (log: LogClient, known: Memory, shown: Memory): Promise<void> => {
  if (known.origin !== shown.origin) throw new Refusal(`The log is called ${shown.origin}, not ${known.origin}.`)
  const [before, now] = [openedBy(known), openedBy(shown)]
  if (now.size < before.size)
    throw new Refusal(`The log has become shorter: it has ${now.size} events and had ${before.size}.`)
  const proof = now.size === before.size ? [] : await log.consistency(before.size, now.size)
  if (proof === null) throw new Refusal(`The log does not prove that its ${now.size} events begin with ${before.size}.`)
  if (!isConsistent(before, now, proof))
    throw new Refusal(
      `The log has forked: its ${now.size} events do not begin with the ${before.size} of the remembered checkpoint.`,
    )
}

/** Whether a proof connects the roots of two trees (RFC 9162 §2.1.4.2). */
const isConsistent = (from: Checkpoint, to: Checkpoint, proof: readonly Buffer[]): boolean => {
  const combination = consistencySteps(from.size, to.size, proof.length)
  if (combination === null) return false
  const { startsWithOldRoot, steps } = combination
  const rest = startsWithOldRoot ? proof : proof.slice(1)
  let [oldRoot, newRoot] = startsWithOldRoot ? [from.root, from.root] : [proof[0], proof[0]]
  for (const [n, { side, inOld }] of steps.entries()) {
    const hash = rest[n]
    if (hash === undefined || oldRoot === undefined || newRoot === undefined) return false
    newRoot = side === 'left' ? nodeHash(hash, newRoot) : nodeHash(newRoot, hash)
    if (inOld) oldRoot = nodeHash(hash, oldRoot)
  }
  return oldRoot?.equals(from.root) === true && newRoot?.equals(to.root) === true
}

// --- HTTP -------------------------------------------------------------------------------------------

const Checkpoints = z.array(z.object({ note: z.string(), cosignatures: z.array(z.string()) }))
const Keys = z.array(LogKey)
const Proof = z.object({ path: z.array(z.string().regex(/^[\da-f]{64}$/)) })
const Problem = z.object({ message: z.string() })

const answerMs = 15_000

type LogClient = ReturnType<typeof logClient>

const logClient = ({ from, fetch: send = fetch }: WitnessOptions, signal: AbortSignal) => {
  const request = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(answerMs)])
    const response = await send(new URL(`api/audit/${path}`, from.endsWith('/') ? from : `${from}/`), {
      ...init,
      signal: limited,
    }).catch((cause: unknown) => {
      throw new NoAnswer(
        `${from} cannot be reached: ${reasonOf(cause instanceof Error ? (cause.cause ?? cause) : cause)}.`,
      )
    })
    if (response.status === 429 || response.status >= 500)
      throw new NoAnswer(`${from} answers ${response.status} to ${path}.`)
    return response
  }
  return {
    newestCheckpoint: async () => (await read(Checkpoints, await request('checkpoints?limit=1')))[0],
    keys: async () => read(Keys, await request('keys')),
    /** Null if the log gives none. */
    consistency: async (first: number, last: number): Promise<readonly Buffer[] | null> => {
      const response = await request(`consistency?from=${first}&to=${last}`)
      if (!response.ok) return null
      return (await read(Proof, response)).path.map((hash) => Buffer.from(hash, 'hex'))
    },
    /** Says why the line was not stored. */
    addCosignature: async (treeSize: number, line: string): Promise<string> => {
      const response = await request('cosignatures', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ treeSize, line }),
      })
      return response.ok ? 'stored' : (await read(Problem, response)).message
    },
  }
}

const read = async <S extends z.ZodType>(schema: S, response: Response): Promise<z.output<S>> => {
  const { data, error } = schema.safeParse(await response.json().catch(() => null))
  if (error !== undefined) throw new NoAnswer(`${response.url} does not answer as a log of Garbo does.`)
  return data
}
