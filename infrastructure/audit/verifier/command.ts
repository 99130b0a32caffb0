import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { type Files, knownFrom, printable } from './archive.ts'
import { checkFiles, verdictLines } from './check.ts'
import { unzip } from './zip.ts'

/**
 * Checks an archive, or the folder it was unpacked into. Further files are what the reader has from elsewhere: keys, later
 * checkpoints, a consistency proof.
 */
export const checkPaths = async (
  archive: string,
  others: readonly string[],
): Promise<{ readonly holds: boolean; readonly lines: readonly string[] }> => {
  try {
    const known = knownFrom(await Promise.all(others.map((path) => readFile(path))))
    const isFolder = (await stat(archive)).isDirectory()
    const files = isFolder ? await filesIn(archive) : await unzip(Uint8Array.from(await readFile(archive)))
    const verdict = await checkFiles(files, known)
    return { holds: verdict.problems.length === 0, lines: verdictLines(verdict) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { holds: false, lines: [printable(`  ✗ ${archive}: ${message}`)] }
  }
}

/** The files of a folder, without those that file managers hide. */
const filesIn = async (folder: string): Promise<Files> => {
  const files = new Map<string, Uint8Array>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue
    const path = join(entry.parentPath, entry.name)
    files.set(relative(folder, path).split(sep).join('/'), await readFile(path))
  }
  return files
}
