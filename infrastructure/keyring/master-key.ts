import { createHash, randomBytes } from 'node:crypto'
import { existsSync, linkSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { keepNames, secretFile } from '../secret-file.ts'

export interface MasterKeySource {
  /** `GARBO_MASTER_KEY`; when absent the key is the file `master.key` of the data folder, made on the first start. */
  readonly text?: string | undefined
  readonly folder: string
}

/** 32 bytes. Whoever loses them loses all personal data: back the file up, and not beside the database. */
export const masterKey = ({ text, folder }: MasterKeySource): Uint8Array =>
  text === undefined ? keyFile(join(folder, 'master.key')) : masterKeyIn(text, 'GARBO_MASTER_KEY')

/** The master key to be, in a file beside the one of now; an earlier run may have made it. */
export const nextMasterKey = (folder: string): Uint8Array => keyFile(join(folder, 'master.key.next'))

/** From now on the next one is the master key. The one before stays, under a name of its own: older backups need it. */
export const adoptNextMasterKey = (folder: string): string => {
  const [current, next] = [join(folder, 'master.key'), join(folder, 'master.key.next')]
  const former = `${current}.${createHash('sha256').update(keyFile(current)).digest('hex').slice(0, 8)}`
  if (!existsSync(former)) linkSync(current, former)
  renameSync(next, current)
  keepNames(dirname(current))
  return former
}

const keyFile = (path: string): Uint8Array =>
  masterKeyIn(
    secretFile(path, () => `${randomBytes(32).toString('base64')}\n`),
    path,
  )

const hex = /^[0-9a-f]{64}$/i
const base64 = /^[\w+/-]{43}=?$/

export const masterKeyIn = (text: string, source: string): Uint8Array => {
  const trimmed = text.trim()
  if (hex.test(trimmed)) return Buffer.from(trimmed, 'hex')
  if (base64.test(trimmed)) return Buffer.from(trimmed, 'base64')
  throw new Error(`${source} is not a key: 32 bytes in base64 (44 characters) or hex (64) are needed`)
}
