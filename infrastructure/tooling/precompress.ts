import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const minimumBytes = 1024
const compressible = /\.(?:css|html|js|json|svg|txt)$/
const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

/** Writes `<file>.br` and `<file>.gz` next to every text file of the build, at the highest levels. */
export const precompress = (): Plugin => {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir)
    },
    closeBundle: { order: 'post', sequential: true, handler: () => compressFolder(folder) },
  }
}

const compressFolder = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name))
  await Promise.all(files.map((file) => compressFile(join(file.parentPath, file.name))))
}

const compressFile = async (path: string): Promise<void> => {
  if ((await stat(path)).size < minimumBytes) return
  const content = await readFile(path)
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  await Promise.all([
    brotli(content, { params }).then((bytes) => writeFile(`${path}.br`, bytes)),
    gz(content, { level: constants.Z_BEST_COMPRESSION }).then((bytes) => writeFile(`${path}.gz`, bytes)),
  ])
}
