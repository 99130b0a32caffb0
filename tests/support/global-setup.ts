import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../infrastructure/postgres/embedded/embedded-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgres: string
  }
}

/** Starts one Postgres for the whole run, in which every spec file creates its own databases. Durability is off. */
export const setup = async (project: TestProject) => {
  const base = mkdtempSync(join(tmpdir(), 'garbo-tests-'))
  chmodSync(base, 0o755)
  const postgres = await startEmbeddedPostgres({
    dir: join(base, 'pg'),
    password: 'test',
    settings: [
      'fsync=off',
      'full_page_writes=off',
      'synchronous_commit=off',
      'max_connections=300',
      'shared_buffers=64MB',
    ],
  })
  project.provide('postgres', postgres.url)
  return async () => {
    await postgres.stop()
    rmSync(base, { recursive: true, force: true })
  }
}
