import { existsSync, readFileSync, rmSync } from 'node:fs'
import { type FileHandle, open, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import type { EventLogOptions, LoggedEvent } from './event-log.ts'

/** Names of the files as on a real server: the log, and how much of it was written and processed. */
const chunkName = 'chunk-000000.000000'
const [writerName, chaserName, truncateName] = ['writer.chk', 'chaser.chk', 'truncate.chk'] as const

export interface Disk extends Required<EventLogOptions> {
  /** Makes a scavenge durable. */
  readonly recordScavenge: (prepares: ReadonlySet<bigint>) => Promise<void>
  /** Every flush takes this much longer from now on, in milliseconds. */
  readonly slowDown: (ms: number) => void
}

/** One atomic append, or the prepare positions that a scavenge removed. */
type DiskRecord = { readonly events: readonly StoredEvent[] } | { readonly scavenged: readonly string[] }

interface StoredEvent {
  readonly stream: string
  readonly id: string
  readonly type: string
  readonly contentType: string
  /** In base 64. */
  readonly data: string
  readonly meta: string
  readonly revision: string
  readonly commit: string
  readonly prepare: string
  readonly created: number
}

/**
 * The files of one server process. An append is durable, and acknowledged, once the chunk and then the checkpoints are
 * flushed; what lies behind the checkpoint is cut off when the folder is opened. A chunk that ends before the
 * checkpoint is refused, like a backup taken in the wrong order.
 */
export const openDisk = async (folder: string): Promise<Disk> => {
  const path = (name: string) => join(folder, name)
  const chunk = await openFile(path(chunkName))
  const [writer, chaser] = [await openFile(path(writerName)), await openFile(path(chaserName))]
  let end = readCheckpoint(path(truncateName)) ?? readCheckpoint(path(writerName)) ?? 0
  let delayMs = 0
  const flushed = async (file: FileHandle, data: Uint8Array, at: number) => {
    await file.write(data, 0, data.length, at)
    await file.sync()
  }
  const moveCheckpoints = async () => {
    for (const checkpoint of [writer, chaser]) await flushed(checkpoint, toCheckpoint(end), 0)
  }

  const stored = parseChunk(readFileSync(path(chunkName)), end)
  await truncate(path(chunkName), end)
  await moveCheckpoints()
  rmSync(path(truncateName), { force: true })

  let last: Promise<unknown> = Promise.resolve()
  const write = (records: readonly DiskRecord[]): Promise<void> => {
    const flush = async () => {
      const data = Buffer.concat(records.map(toBytes))
      await flushed(chunk, data, end)
      if (delayMs > 0) await pause(delayMs)
      end += data.length
      await moveCheckpoints()
    }
    const done = last.then(flush)
    last = done
    return done
  }
  return {
    stored,
    store: (appends) => write(appends.map((events) => ({ events: events.map(toStored) }))),
    recordScavenge: (prepares) => write([{ scavenged: [...prepares].map(String) }]),
    slowDown: (ms) => {
      delayMs = ms
    },
  }
}

const openFile = (path: string) => open(path, existsSync(path) ? 'r+' : 'w+')

const checkpointBytes = 8

/** Null if the file does not exist or has not been written. */
const readCheckpoint = (path: string): number | null => {
  const data = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
  return data.length < checkpointBytes ? null : Number(data.readBigInt64LE())
}

const toCheckpoint = (end: number): Buffer => {
  const data = Buffer.alloc(checkpointBytes)
  data.writeBigInt64LE(BigInt(end))
  return data
}

/** Length and checksum before each record. */
const headerBytes = 8

const toBytes = (record: DiskRecord): Buffer => {
  const content = Buffer.from(JSON.stringify(record))
  const header = Buffer.alloc(headerBytes)
  header.writeUInt32LE(content.length)
  header.writeUInt32LE(crc32(content), 4)
  return Buffer.concat([header, content])
}

const parseChunk = (data: Buffer, end: number): readonly LoggedEvent[] => {
  if (data.length < end) throw new Error(`the chunk ends at ${data.length}, before the checkpoint ${end}`)
  let events: LoggedEvent[] = []
  for (let at = 0; at < end;) {
    const content = data.subarray(at + headerBytes, at + headerBytes + data.readUInt32LE(at))
    if (content.length === 0 || crc32(content) !== data.readUInt32LE(at + 4))
      throw new Error(`the record at ${at} is damaged`)
    at += headerBytes + content.length
    const record = JSON.parse(content.toString()) as DiskRecord
    if ('events' in record) events.push(...record.events.map(fromStored))
    else {
      const removed = new Set(record.scavenged)
      events = events.filter(({ prepare }) => !removed.has(String(prepare)))
    }
  }
  return events
}

const toStored = ({ data, meta, revision, commit, prepare, ...rest }: LoggedEvent): StoredEvent => ({
  ...rest,
  data: Buffer.from(data).toString('base64'),
  meta: Buffer.from(meta).toString('base64'),
  revision: String(revision),
  commit: String(commit),
  prepare: String(prepare),
})

const fromStored = ({ data, meta, revision, commit, prepare, ...rest }: StoredEvent): LoggedEvent => ({
  ...rest,
  data: Buffer.from(data, 'base64'),
  meta: Buffer.from(meta, 'base64'),
  revision: BigInt(revision),
  commit: BigInt(commit),
  prepare: BigInt(prepare),
})
