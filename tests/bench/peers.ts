import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const folder = new URL('peers/', import.meta.url)

/** Installs what Garbo is measured against, outside Garbo, unless it is there. */
export const installPeers = async (say: (line: string) => void): Promise<void> => {
  if (Object.entries(wanted()).every(([name, version]) => installed(name) === version)) return
  say('Installing emmett into tests/bench/peers …')
  const args = ['install', '--prefix', fileURLToPath(folder), '--ignore-scripts', '--no-audit', '--no-fund']
  await promisify(execFile)('npm', args)
}

/** By name, the versions measured. */
export const wanted = (): Readonly<Record<string, string>> =>
  (JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as { dependencies: Record<string, string> })
    .dependencies

const installed = (name: string): string | null => {
  const manifest = new URL(`node_modules/${name}/package.json`, folder)
  return existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version : null
}
