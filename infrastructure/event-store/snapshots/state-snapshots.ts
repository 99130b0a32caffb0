import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { StateSnapshot, StateSnapshots } from '../../../application/ports/state-snapshots.ts'
import { type Migrations, statement } from '../../postgres/postgres.ts'

export const snapshotsMigrations: Migrations = { module: 'snapshots', folder: new URL('migrations/', import.meta.url) }

const StoredSnapshot = z.object({ version: z.number(), checksum: z.string(), content: z.string() })
const StreamName = z.object({ stream: z.string() })

/** Characters, for the state of about 10,000 events. Reading a longer text would hold up other requests. */
const maxLength = 3_000_000

/** Snapshots in Postgres. Failures are ignored: without its snapshot, a stream is folded from the start. */
export const postgresStateSnapshots = (
  db: Pick<CommonQueryMethods, 'query' | 'maybeOne' | 'anyFirst'>,
  fold = foldVersion(),
): StateSnapshots => {
  let known: Promise<Set<string>> | null = null
  /** Streams with a snapshot, so that the others cost no query. */
  const streams = () =>
    (known ??= db
      .anyFirst(sql.type(StreamName)`select stream from snapshots.states where fold = ${fold}`)
      .then((all) => new Set(all)))

  const read = async (stream: string): Promise<StateSnapshot | null> => {
    if (!(await streams()).has(stream)) return null
    const stored = await db.maybeOne(
      sql.type(StoredSnapshot)`
        select version, checksum, content from snapshots.states where stream = ${stream} and fold = ${fold}`,
    )
    if (stored === null || stored.checksum !== checksumOf(stored)) return null
    return { version: stored.version, text: stored.content }
  }

  const write = async (stream: string, { version, text }: StateSnapshot): Promise<void> => {
    await db.query(statement`
      insert into snapshots.states as s (stream, version, fold, checksum, content)
      values (${stream}, ${version}, ${fold}, ${checksumOf({ version, content: text })}, ${text})
      on conflict (stream) do update set version = excluded.version, fold = excluded.fold,
        checksum = excluded.checksum, content = excluded.content, written_at = excluded.written_at
      where s.fold <> excluded.fold or s.version <= excluded.version`)
    ;(await streams()).add(stream)
  }

  return {
    find: (stream) =>
      read(stream).catch(() => {
        known = null
        return null
      }),
    save: (stream, snapshot) => {
      if (snapshot.text.length <= maxLength) write(stream, snapshot).catch(() => undefined)
    },
  }
}

const checksumOf = ({ version, content }: { readonly version: number; readonly content: string }): string =>
  createHash('sha256').update(`${version}\n`).update(content).digest('hex')

const sources = new URL('../../../', import.meta.url)
const formatFile = 'application/state-text.ts'

/** Digest of everything that determines a state and its text: a snapshot of other code is not used. */
export const foldVersion = (root = sources): string => {
  const domain = readdirSync(new URL('domain/', root), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `domain/${file.replaceAll('\\', '/')}`)
    .sort()
  const digest = createHash('sha256')
  for (const file of [...domain, formatFile]) digest.update(`${file}\n`).update(readFileSync(new URL(file, root)))
  return digest.digest('hex')
}
