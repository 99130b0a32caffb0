import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { layFoundations, type Foundations } from '../foundations.ts'

/**
 * Does something beside a running Garbo, or without one: the embedded Postgres is joined where it runs and started where
 * it does not.
 */
export const beside = async <A>(config: Config, work: (foundations: Foundations) => Promise<A>): Promise<A> => {
  const foundations = await layFoundations(joined(config))
  try {
    return await work(foundations)
  } finally {
    await foundations.close()
  }
}

/** With the address of the embedded Postgres where it runs already. */
export const joined = (config: Config): Config => {
  const running = config.DATABASE_URL === undefined ? runningServer(resolve(config.GARBO_HOME)) : undefined
  return running === undefined ? config : { ...config, DATABASE_URL: running }
}

/** Its lines: process, folder, start, port. */
const runningServer = (home: string): string | undefined => {
  const lock = join(home, 'postgres', 'postmaster.pid')
  if (!existsSync(lock)) return undefined
  const [pid, , , port] = readFileSync(lock, 'utf8').split('\n')
  if (!isAlive(Number(pid))) return undefined
  const password = encodeURIComponent(readFileSync(join(home, 'postgres.password'), 'utf8').trim())
  return `postgresql://garbo:${password}@127.0.0.1:${port}/postgres`
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
