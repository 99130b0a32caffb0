import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { arch, cpus, loadavg, release, totalmem, type } from 'node:os'
import type { Cluster } from './cluster.ts'
import { flushesPerSecond } from './limits.ts'
import { wanted } from './peers.ts'

/** Where and with what it was measured, as pairs to print. */
export type Circumstances = readonly (readonly [what: string, value: string])[]

export const circumstances = async (cluster: Cluster, flushMs: number): Promise<Circumstances> => {
  const { server_version = '', ...settings } = await cluster.settingsInForce()
  const [cpu] = cpus()
  return [
    ['date', new Date().toISOString().slice(0, 10)],
    ['commit', commit()],
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
    ['pg', versionOf('pg')],
    ...Object.entries(wanted()),
    ['@eventstore/db-client', versionOf('@eventstore/db-client')],
  ]
}

const versionOf = (library: string): string => {
  const manifest = new URL(`../../node_modules/${library}/package.json`, import.meta.url)
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}

const commit = (): string => {
  try {
    const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
    return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ' and uncommitted changes'}`
  } catch {
    return 'unknown'
  }
}
