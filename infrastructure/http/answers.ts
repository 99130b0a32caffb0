import { createHmac, randomUUID } from 'node:crypto'
import type { QueryResult, QueryResultRow } from 'pg'
import type { Answers, Begun, Intent, StoredAnswer } from '../../application/ports/answers.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { plusDays, plusMinutes } from '../../domain/kernel/time.ts'
import type { AnswerSealing } from './answer-sealing.ts'

interface Database {
  readonly query: <R extends QueryResultRow>(text: string, values?: unknown[]) => Promise<QueryResult<R>>
}

export interface AnswerOptions extends AnswerSealing {
  readonly secret: Uint8Array
}

interface Row {
  readonly request: Buffer
  readonly answer: Buffer | null
}

/** Answers by `Idempotency-Key` in Postgres, in tables of module `http` (R19). */
export const postgresAnswers = (db: Database, { secret, sealFor, openFor }: AnswerOptions): Answers => {
  const hash = (...parts: readonly string[]) => createHmac('sha256', secret).update(JSON.stringify(parts)).digest()
  const placeOf = ({ accountId, key }: Intent) => hash('key', accountId, key)

  const begin = async (intent: Intent, at: Instant, looksLeft = 3): Promise<Begun> => {
    const { accountId } = intent
    const place = placeOf(intent)
    const request = hash('request', intent.request)
    const run = randomUUID()
    const abandoned = plusMinutes(at, -1)
    const { rowCount } = await db.query(start, [place, accountId, request, run, at, abandoned])
    if (rowCount === 1) return { type: 'begun', run }

    const found = await db.query<Row & QueryResultRow>('select request, answer from http.answers where key = $1', [
      place,
    ])
    const [row] = found.rows
    // given back between the two looks
    if (row === undefined) return looksLeft > 0 ? begin(intent, at, looksLeft - 1) : { type: 'running' }
    if (!row.request.equals(request)) return { type: 'otherwise' }
    if (row.answer === null) return { type: 'running' }
    const text = await openFor(accountId, place, row.answer)
    return text === null ? { type: 'running' } : { type: 'answered', answer: JSON.parse(text) as StoredAnswer }
  }

  return {
    begin,
    answer: async (intent, run, answer) => {
      const place = placeOf(intent)
      const sealed = await sealFor(intent.accountId, place, JSON.stringify(answer))
      await db.query('update http.answers set answer = $3 where key = $1 and run = $2', [place, run, sealed])
    },
    release: async (intent, run) => {
      await db.query('delete from http.answers where key = $1 and run = $2 and answer is null', [placeOf(intent), run])
    },
    sweep: async (at) =>
      (await db.query('delete from http.answers where started_at < $1', [plusDays(at, -1)])).rowCount ?? 0,
  }
}

const start = `
  insert into http.answers as a values ($1, $2, $3, $4, $5, null)
  on conflict (key) do update set run = excluded.run, started_at = excluded.started_at
    where a.answer is null and a.request = excluded.request and a.started_at < $6`
