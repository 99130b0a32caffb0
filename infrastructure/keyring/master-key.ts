import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { secretFile } from '../secret-file.ts'

export interface MasterKeySource {
  /** `GARBO_MASTER_KEY`; when absent the key is the file `master.key` of the data folder, made on the first start. */
  readonly text?: string | undefined
  readonly folder: string
}

/** 32 bytes. Whoever loses them loses all personal data: back the file up, and not beside the database. */
export const masterKey = ({ text, folder }: MasterKeySource): Uint8Array => {
  if (text !== undefined) return parsed(text, 'GARBO_MASTER_KEY')
  const path = join(folder, 'master.key')
  return parsed(
    secretFile(path, () => `${randomBytes(32).toString('base64')}\n`),
    path,
  )
}

const hex = /^[0-9a-f]{64}$/i
const base64 = /^[\w+/-]{43}=?$/

const parsed = (text: string, source: string): Uint8Array => {
  const trimmed = text.trim()
  if (hex.test(trimmed)) return Buffer.from(trimmed, 'hex')
  if (base64.test(trimmed)) return Buffer.from(trimmed, 'base64')
  throw new Error(`${source} is not a key: 32 bytes in base64 (44 characters) or hex (64) are needed`)
}
