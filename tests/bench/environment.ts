import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { arch, cpus, loadavg, release, totalmem, type } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { flushesPerSecond } from './baselines.ts'
import type { Cluster } from './postgres.ts'

const peersFolder = new URL('peers/', import.meta.url)

/** Installs the libraries Garbo is compared with in `peers/`, outside Garbo's own dependencies. */
export const installPeers = async (print: (line: string) => void): Promise<void> => {
  if (Object.entries(peerVersions()).every(([name, version]) => installedPeerVersion(name) === version)) return
  print('Installing emmett into tests/bench/peers …')
  const args = ['install', '--prefix', fileURLToPath(peersFolder), '--ignore-scripts', '--no-audit', '--no-fund']
  await promisify(execFile)('npm', args)
}

/** Versions of the peers, by package name. */
const peerVersions = (): Readonly<Record<string, string>> =>
  (JSON.parse(readFileSync(new URL('package.json', peersFolder), 'utf8')) as { dependencies: Record<string, string> })
    .dependencies

const installedPeerVersion = (name: string): string | null => {
  const manifest = new URL(`node_modules/${name}/package.json`, peersFolder)
  return existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version : null
}

/** Machine and versions of a run, as printable pairs. */
export type Environment = readonly (readonly [what: string, value: string])[]

export const describeEnvironment = async (cluster: Cluster, flushMs: number): Promise<Environment> => {
  const { server_version = '', ...settings } = await cluster.effectiveSettings()
  const [cpu] = cpus()
  return [
    ['date', new Date().toISOString().slice(0, 10)],
    ['commit', currentCommit()],
    ['processors', `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}`],
    ['memory', `${Math.round(totalmem() / 2 ** 30)} GB`],
    ['system', `${type()} ${release()} ${arch()}`],
    ['load before the run', loadavg()[0]?.toFixed(2) ?? ''],
    ['flushes', `${Math.round(flushesPerSecond(cluster, flushMs)).toLocaleString('en')}/s (8 kB, fdatasync)`],
    ['Node', process.version],
    ['Postgres', server_version],
    [
      'Postgres settings',
      Object.entries(settings)
        .map((setting) => setting.join('='))
        .join(', '),
    ],
    ['pg', installedVersionOf('pg')],
    ...Object.entries(peerVersions()),
    ['@eventstore/db-client', installedVersionOf('@eventstore/db-client')],
  ]
}

const installedVersionOf = (library: string): string => {
  const manifest = new URL(`../../node_modules/${library}/package.json`, import.meta.url)
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}

const currentCommit = (): string => {
  try {
    const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
    return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ' and uncommitted changes'}`
  } catch {
    return 'unknown'
  }
}
