import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { OperatorError, reasonOf } from './operator-error.ts'

/**
 * Reads a secret file, creating it with `make` if it does not exist. It is readable only by its owner, flushed to disk
 * before use, and the same for all processes that start concurrently.
 */
export const readOrCreateSecret = (path: string, make: () => string): string => {
  try {
    return readOrCreate(path, make)
  } catch (cause) {
    throw new OperatorError(`The secret ${path} can be neither read nor created: ${reasonOf(cause)}.`, { cause })
  }
}

const readOrCreate = (path: string, make: () => string): string => {
  const known = readIfPresent(path)
  if (known !== null) return known
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    writeDurably(draft, make())
    linkSync(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  syncFolder(dirname(path))
  return readFileSync(path, 'utf8')
}

const readIfPresent = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

const writeDurably = (path: string, text: string) => {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** A new file name is durable only after its folder has been flushed. */
export const syncFolder = (folder: string) => {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
